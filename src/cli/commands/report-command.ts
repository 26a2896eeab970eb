import type { Argv } from 'yargs';
import { REPORTS } from '../../../reports/all.ts';
import { inOneStream } from '../../../reports/dated.ts';
import type { Report, ReportScope } from '../../../reports/report.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import { chosenRegions } from '../../books/run/chosen-regions.ts';
import { begunDates, namedDates, notBegunText } from '../../books/run/given-dates.ts';
import { writeReportFiles, writtenText } from '../../books/run/report-files.ts';
import { withScopes } from '../../books/run/scopes-on-request.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { jsonRows } from '../../export/json-rows.ts';
import { reportBlocks } from '../../export/publish/write-report.ts';
import type { Settings } from '../../settings/schema.ts';
import { absolute, settingsOf, withFormOptions, withStore } from '../context.ts';
import { readVersion, withDates } from '../date-options.ts';
import { note, print, printJson, toOutput } from '../print.ts';
import type { Example } from '../usage.ts';

const CALLER = commandLine('report');

export const examples: readonly Example[] = [
  ['$0 report stuck-orders --date 2026-11-19', "today's stuck orders, to standard output"],
  ['$0 report orders --date 2026-11-19 --region BR --version 1', 'as version 1 had them'],
  ['$0 report --date 2026-11-19 --out somewhere', 'all reports, as files'],
  ['$0 report --month 2026-11 --merchant M0001 --out month', "a merchant's month, a file a report"],
  ['$0 report orders --date 2026-11-19 --format xlsx > orders.xlsx', 'as a workbook'],
  ['$0 report orders --date 2026-11-19 --format parquet > orders.parquet', 'as Parquet, with typed columns'],
];

export function builder(yargs: Argv) {
  return withDates(withFormOptions(yargs))
    .positional('name', {
      choices: REPORTS.map((report) => report.name),
      describe: 'Which report (default: all)',
    })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG, other' })
    .option('merchant', { type: 'string', requiresArg: true, describe: 'Only this merchant' })
    .version(false)
    .option('version', {
      type: 'number',
      requiresArg: true,
      describe: 'As this version had it (default: as of now)',
    })
    .option('out', {
      type: 'string',
      requiresArg: true,
      describe: 'Folder, or - for standard output (default)',
    })
    .option('by-date', {
      type: 'boolean',
      describe: 'Several dates as a folder each, not as one file a report with the date in its last column',
    })
    .option('empty', { type: 'boolean', describe: 'Of several dates, write files without rows too' });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Omit<Parameters<typeof settingsOf>[0], 'out'>;

export async function handler({ out = '-', ...options }: Options): Promise<void> {
  readVersion(options.version);
  const settings = settingsOf(options);
  const at = now();
  const calendar = { settings, region: options.region, at };
  const { notBegun, ...asked } =
    options.version === undefined
      ? begunDates(options, CALLER, calendar)
      : { ...namedDates(options, CALLER, calendar), notBegun: [] };
  const regions = chosenRegions(settings, options.region);
  const reports = REPORTS.filter((report) => options.name === undefined || report.name === options.name);
  if (out === '-' && (options.byDate === true || options.empty === true)) {
    throw new Fault('USAGE', {
      where: options.byDate === true ? '--by-date' : '--empty',
      found: 'no --out',
      expected: '--out with a folder',
    });
  }
  if (out === '-') checkOutput(reports, settings, options.json === true);
  if (notBegun.length > 0) note(notBegunText(notBegun));
  await withStore(settings, (store) =>
    withScopes(
      store,
      settings,
      {
        ...asked,
        version: options.version,
        merchants: options.merchant === undefined ? undefined : [options.merchant],
        regions,
        at,
      },
      async (session, scopes) => {
        if (out !== '-') {
          const layout = {
            form: settings.export,
            byDate: options.byDate === true || options.date !== undefined,
            empty: options.empty === true || options.date !== undefined,
          };
          const ofStatements = scopes.some((scope) => scope.ofStatements);
          const shown = options.name === undefined ? shownReports({ ofStatements }, reports) : reports;
          const written = await writeReportFiles(session, shown, scopes, absolute(out), layout);
          if (options.json === true) printJson({ files: written.files });
          else print(writtenText(written));
          return;
        }
        const stream = inOneStream(reports[0]!, scopes);
        if (options.json === true) await toOutput(jsonBlocks(session, stream.report, stream.scopes));
        else await toOutput(reportBlocks(session, stream.report, stream.scopes, settings.export));
      },
    ),
  );
}

/** Checks that standard output gets only one report, and a terminal only text. Throws USAGE. */
function checkOutput(reports: readonly Report[], settings: Settings, isJson: boolean): void {
  const [report] = reports;
  if (reports.length > 1) {
    throw new Fault('USAGE', {
      where: 'report',
      expected: "one report's name, or --out with a folder for all",
    });
  }
  const { format } = settings.export;
  if (!isJson && format !== 'csv' && process.stdout.isTTY) {
    throw new Fault('USAGE', {
      where: `--format ${format}`,
      found: 'a terminal, which cannot show such a file',
      expected: `--out with a folder, or > ${report!.name}.${format}`,
    });
  }
}

/** The rows as one JSON array of objects whose keys are the column names. */
async function* jsonBlocks(
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
): AsyncGenerator<string> {
  let before = '[';
  for await (const row of jsonRows(session, report, scopes)) {
    yield `${before}\n  ${JSON.stringify(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
