import type { Argv } from 'yargs';
import { readInstant } from '../../books/run/given-instants.ts';
import { planRun, readAndReconcile } from '../../books/run/read-and-reconcile.ts';
import type { ReconcileResult } from '../../books/run/reconcile-dates.ts';
import { resultJson } from '../../books/run/result-json.ts';
import { reconcileText } from '../../books/run/summary-text.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { EXIT } from '../../errors.ts';
import { ingestText } from '../../ingest/ingest-text.ts';
import { isAtLeast, SEVERITIES, type Severity } from '../../settings/severity.ts';
import { absolute, settingsOf, warnOfClock, withFormOptions, withStore } from '../context.ts';
import { noteFutureAsOf, readAsOf, withDates, withPublishing } from '../date-options.ts';
import { note, print, printJson } from '../print.ts';
import { showProgress } from '../show-progress.ts';
import { storeOptions } from '../store-options.ts';
import type { Example } from '../usage.ts';

const CALLER = commandLine('reconcile');

export const examples: readonly Example[] = [
  ['$0 reconcile --date 2026-11-19 --in logs/', 'read logs, then reconcile a date'],
  ['$0 reconcile --date 2026-11-19 --region BR', "only Brazil's orders"],
  ['$0 reconcile --date yesterday', "each region's, by its own clock"],
  ['$0 reconcile --month 2026-11', 'the dates of the month so far; if interrupted, repeat to continue'],
  ['$0 reconcile --date 2026-11-19 --profile excel-br --format xlsx', 'workbooks, with dates as in Brazil'],
  [
    '$0 reconcile --date 2026-11-19 --as-of 2026-11-20T06:00:00Z --preview /tmp/preview',
    'as it was known then',
  ],
];

export function builder(yargs: Argv) {
  return withPublishing(
    withDates(withFormOptions(yargs))
      .option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG, other' })
      .option('in', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'Logs to read first: files, folders, - for standard input',
      })
      .option('complete-until', {
        type: 'string',
        requiresArg: true,
        describe: 'Declare that the logs of --in are complete until this moment',
      }),
  )
    .option('preview', {
      type: 'string',
      requiresArg: true,
      describe: 'Write the reports to this folder, and publish nothing',
    })
    .option('fail-on', {
      choices: SEVERITIES,
      requiresArg: true,
      describe: 'Exit with 1 if there are findings of this severity or higher',
    });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const startedAt = now();
  const asOf = readAsOf(options.asOf, startedAt);
  if (options.preview === undefined) noteFutureAsOf(asOf, startedAt, settings);
  const { region, in: paths, preview, completeUntil } = options;
  const plan = planRun(
    {
      dates: options,
      ...{ region, in: paths, asOf, startedAt, out: absolute(settings.out) },
      completeUntil: completeUntil === undefined ? undefined : readInstant('--complete-until', completeUntil),
      preview: preview === undefined ? undefined : absolute(preview),
    },
    CALLER,
    settings,
  );
  await withStore(settings, async (store) => {
    await warnOfClock(store, startedAt);
    const { sources, leftOut, result } = await readAndReconcile(store, settings, plan, {
      progress: showProgress({ silent: options.json }),
      onRead: (read, others) => {
        if (options.json !== true) note(ingestText(read, others));
      },
    });
    if (options.json === true) printJson(resultJson(sources, result, leftOut));
    else {
      const shown = { workingDirectory: process.cwd(), options: storeOptions(options) };
      print(`${paths === undefined ? '' : '\n'}${reconcileText(result, shown)}`);
    }
    const { failOn } = options;
    if (failOn !== undefined && hasFindings(result, failOn)) process.exitCode = EXIT.findings;
  });
}

function hasFindings({ summaries }: ReconcileResult, least: Severity): boolean {
  return summaries.some(({ findings }) => findings.some(({ severity }) => isAtLeast(severity, least)));
}
