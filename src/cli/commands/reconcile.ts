import type { Argv } from 'yargs';
import { begunDates } from '../../books/run/given-dates.ts';
import { type ReconcileResult, reconcileDates } from '../../books/run/reconcile-dates.ts';
import { resultJson } from '../../books/run/result-json.ts';
import { reconcileText } from '../../books/run/summary-text.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { EXIT, Fault } from '../../errors.ts';
import { ingest, type SourceResult } from '../../ingest/ingest.ts';
import { ingestText } from '../../ingest/ingest-text.ts';
import { secondsBetween } from '../../normalise/instant.ts';
import { SEVERITIES, type Severity } from '../../settings/severity.ts';
import { quoted } from '../../terminal-text.ts';
import { readAsOf, readCompleteUntil, withDates } from '../arguments.ts';
import { absolute, settingsOf, warnOfClock, withFormOptions, withStore } from '../context.ts';
import { note, print, printJson } from '../print.ts';
import { showProgress } from '../progress.ts';
import type { Example } from '../usage.ts';

const CALLER = commandLine('reconcile');

export const examples: readonly Example[] = [
  ['$0 reconcile --date 2026-11-19 --in logs/', 'read logs, then reconcile a date'],
  ['$0 reconcile --date 2026-11-19 --region BR', "only Brazil's orders"],
  ['$0 reconcile --date yesterday', "each region's, by its own clock"],
  ['$0 reconcile --month 2026-11', 'what has begun of it; broken off, the same again goes on'],
  ['$0 reconcile --date 2026-11-19 --profile excel-br --format xlsx', 'workbooks, with dates as in Brazil'],
  ['$0 reconcile --date 2026-11-19 --as-of 2026-11-20T06:00:00Z --preview /tmp/look', 'as it was known then'],
];

export function builder(yargs: Argv) {
  return withDates(withFormOptions(yargs))
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
    })
    .option('as-of', { type: 'string', requiresArg: true, describe: 'Look from this moment (default now)' })
    .option('out', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder of reports (default payin-recon-reports)',
    })
    .option('preview', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder to write what this shows to, publishing nothing',
    })
    .option('fail-on', {
      choices: SEVERITIES,
      requiresArg: true,
      describe: 'Exit with 1 if there are findings this grave',
    });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const startedAt = now();
  const asOf = readAsOf(options.asOf, startedAt);
  if (options.preview === undefined && secondsBetween(startedAt, asOf) > settings.allowedSkewSeconds) {
    note(
      'warning: --as-of is later than now: what is published so keeps earlier looks at these dates from being published.',
    );
  }
  const { region } = options;
  const { notBegun, ...asked } = begunDates(options, CALLER, { settings, region, at: asOf });
  const completeUntil = readCompleteUntil(options.completeUntil, startedAt, settings);
  if (completeUntil !== undefined && options.in === undefined)
    throw new Fault('USAGE', {
      where: '--complete-until',
      expected: '--in beside it: the logs that it is said of',
    });
  await withStore(settings, (store) =>
    store.exclusively(async () => {
      await warnOfClock(store, startedAt);
      const progress = showProgress({ silent: options.json });
      let sources: SourceResult[] = [];
      if (options.in !== undefined) {
        sources = await ingest(store, settings, {
          paths: options.in,
          readAt: startedAt,
          completeUntil,
          progress,
        });
        if (options.json !== true) note(ingestText(sources));
      }
      const result = await reconcileDates(store, settings, {
        ...asked,
        notBegun,
        region,
        asOf,
        startedAt,
        out: absolute(options.preview ?? settings.out),
        preview: options.preview !== undefined,
        progress,
      });
      if (options.json === true) printJson(machineResult(sources, result));
      else
        print(
          `${options.in === undefined ? '' : '\n'}${reconcileText(result, { workingDirectory: process.cwd(), options: storeOptions(options) })}`,
        );
      if (reaches(result, options.failOn as Severity | undefined)) process.exitCode = EXIT.findings;
    }),
  );
}

/** What the next command needs to find the same store; an address may hold a password and is not repeated. */
function storeOptions({ config, data }: { config?: string | undefined; data?: string | undefined }): string {
  return [
    config === undefined ? '' : ` --config ${quoted(config)}`,
    data === undefined ? '' : ` --data ${quoted(data)}`,
  ].join('');
}

/** The result of a run as --json prints it. */
export function machineResult(sources: readonly SourceResult[], result: ReconcileResult): unknown {
  const { asOf, ...told } = resultJson(sources, result);
  return { as_of: asOf, ...told };
}

function reaches(result: ReconcileResult, severity: Severity | undefined): boolean {
  if (severity === undefined) return false;
  const least = SEVERITIES.indexOf(severity);
  return result.summaries.some((summary) =>
    summary.findings.some((finding) => SEVERITIES.indexOf(finding.severity) >= least),
  );
}
