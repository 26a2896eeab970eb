import type { Argv } from 'yargs';
import { now } from '../../clock.ts';
import { KIND_NAMES, recordKind } from '../../contract/record-kinds.ts';
import { Fault } from '../../errors.ts';
import { ingest } from '../../ingest/ingest.ts';
import { ingestText } from '../../ingest/ingest-text.ts';
import type { LeftOut } from '../../ingest/left-out.ts';
import { settingsOf, warnOfClock, withStore } from '../context.ts';
import { readCompleteUntil } from '../date-options.ts';
import { keepNothingLogged, withNothingLogged } from '../nothing-logged.ts';
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
  return withNothingLogged(yargs)
    .positional('paths', { type: 'string', array: true, describe: 'Files, folders, or -' })
    .option('kind', {
      choices: KIND_NAMES,
      requiresArg: true,
      describe: 'Kind of the lines, if it cannot be detected',
    })
    .option('complete-until', {
      type: 'string',
      requiresArg: true,
      describe: 'Declare that these logs are complete until this moment (default: until their newest record)',
    })
    .option('dry-run', { type: 'boolean', describe: 'Show what would be read, and store nothing' })
    .conflicts('nothing-logged', ['complete-until', 'dry-run']);
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { nothingLogged, paths = [] } = options;
  if (nothingLogged === undefined ? paths.length === 0 : paths.length > 0) {
    throw new Fault('USAGE', {
      where: 'payin-recon ingest',
      found: paths.length === 0 ? 'not given' : `${paths[0]} and --nothing-logged`,
      expected: '<paths..>: files and folders, or - for standard input; or --nothing-logged without any',
    });
  }
  if (nothingLogged !== undefined) return keepNothingLogged(settings, nothingLogged, options);
  const kind = recordKind(options.kind);
  // Read this before opening the store: a time in the future is refused without waiting for a lock.
  const completeUntil = readCompleteUntil(options.completeUntil, now(), settings);
  await withStore(settings, async (store) => {
    const readAt = now();
    await warnOfClock(store, readAt);
    let leftOut: LeftOut | undefined;
    const sources = await ingest(store, settings, {
      paths,
      onLeftOut: (found) => {
        leftOut = found;
      },
      kind,
      readAt,
      completeUntil,
      dryRun: options.dryRun === true,
      progress: showProgress({ silent: options.json }),
    });
    if (options.json === true) printJson({ sources, leftOut });
    else print(ingestText(sources, leftOut));
  });
}
