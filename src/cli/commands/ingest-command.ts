import type { Argv } from 'yargs';
import { now } from '../../clock.ts';
import { ingest } from '../../ingest/ingest.ts';
import { ingestText } from '../../ingest/ingest-text.ts';
import { settingsOf, warnOfClock, withStore } from '../context.ts';
import { readCompleteUntil } from '../date-options.ts';
import { print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 ingest logs/', 'every log file below a folder'],
  ['$0 ingest callbacks.ndjson.gz', 'one file, plain or packed'],
  ['$0 ingest --dry-run pedidos.csv', 'shows the records of a file, and stores nothing'],
  ['kubectl logs callbacks | $0 ingest - --kind callbacks', 'standard input'],
];

export function builder(yargs: Argv) {
  return yargs
    .positional('paths', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Files, folders, or -',
    })
    .option('kind', {
      choices: ['pay-ins', 'callbacks'] as const,
      requiresArg: true,
      describe: 'Kind of the lines, if it cannot be detected',
    })
    .option('complete-until', {
      type: 'string',
      requiresArg: true,
      describe: 'Declare that these logs are complete until this moment (default: until their newest record)',
    })
    .option('dry-run', { type: 'boolean', describe: 'Show what would be read, and store nothing' });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const kind = options.kind === undefined ? undefined : options.kind === 'pay-ins' ? 'pay-in' : 'callback';
  // Read this before opening the store: a time in the future is refused without waiting for a lock.
  const completeUntil = readCompleteUntil(options.completeUntil, now(), settings);
  await withStore(settings, async (store) => {
    const readAt = now();
    await warnOfClock(store, readAt);
    const sources = await ingest(store, settings, {
      paths: options.paths,
      kind,
      readAt,
      completeUntil,
      dryRun: options.dryRun === true,
      progress: showProgress({ silent: options.json }),
    });
    if (options.json === true) printJson({ sources });
    else print(ingestText(sources));
  });
}
