import type { Argv } from 'yargs';
import { now } from '../../../clock.ts';
import { Fault } from '../../../errors.ts';
import { joinedFault } from '../../../ingest/ingest.ts';
import { testSource } from '../../../ingest/sample/test-source.ts';
import { testedText } from '../../../ingest/sources-text.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import type { Example } from '../../usage.ts';

export const examples: readonly Example[] = [
  ['$0 source test pay-ins', 'the first rows of a query'],
  ['$0 source test callbacks --rows 20', 'more lines, of each of its files'],
];

const MOST_ROWS = 1000;

export function builder(yargs: Argv) {
  return yargs
    .positional('name', { type: 'string', demandOption: true, describe: 'Which source of the settings' })
    .option('rows', {
      type: 'number',
      requiresArg: true,
      default: 5,
      describe: 'Number of rows, or of lines of each file, to test',
    });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { name, rows } = options;
  if (!Number.isInteger(rows) || rows < 1 || rows > MOST_ROWS) {
    throw new Fault('USAGE', { where: '--rows', found: String(rows), expected: `1 to ${MOST_ROWS}` });
  }
  const tested = await withStore(settings, (store) =>
    testSource(store, settings, { name, rows, readAt: now(), workingDirectory: process.cwd() }),
  );
  const { faults, ...shown } = tested;
  if (options.json === true) printJson({ ...shown, unread: faults.map(({ detail }) => detail.where) });
  else print(testedText(tested));
  if (faults.length > 0) throw joinedFault(faults);
}
