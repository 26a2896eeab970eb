import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { REPORTS } from '../../reports/all.ts';
import type { Report, ReportScope } from '../../reports/report.ts';
import { now } from '../clock.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import type { Form } from '../export/profile.ts';
import { regionFolder } from '../export/publish.ts';
import { makeStage, writeFault, writeReports } from '../export/stage.ts';
import { toldRows } from '../export/told-rows.ts';
import { reportBlocks, type WrittenFile } from '../export/write-report.ts';
import { regionsAtHand } from '../operate/regions.ts';
import { withScopes } from '../operate/report-scopes.ts';
import type { Settings } from '../settings.ts';
import { readDates, readVersion } from './arguments.ts';
import { absolute, settingsOf, withFormOptions, withStore } from './context.ts';
import { print, printJson, toOutput } from './print.ts';
import { type Example, usage } from './usage.ts';

export const command = 'report [name]';
export const describe =
  'Write one report, or all, of a date or several as they are today, or as a version had them';

const EXAMPLES: readonly Example[] = [
  ['$0 report stuck-orders --date 2026-11-19', "today's stuck orders, to standard output"],
  ['$0 report orders --date 2026-11-19 --region BR --version 1', 'as version 1 had them'],
  ['$0 report --date 2026-11-19 --out somewhere', 'all reports, as files'],
  ['$0 report --from 2026-11-01 --to 2026-11-30 --merchant M0001 --out month', "a merchant's month"],
  ['$0 report orders --date 2026-11-19 --format xlsx > orders.xlsx', 'as a workbook'],
];

export function builder(yargs: Argv) {
  return withFormOptions(yargs.usage(usage(command, describe, EXAMPLES)))
    .positional('name', {
      choices: REPORTS.map((report) => report.name),
      describe: 'Which report (default: all)',
    })
    .option('date', { type: 'string', requiresArg: true, describe: 'Business date, yyyy-MM-dd' })
    .option('from', { type: 'string', requiresArg: true, describe: 'First of several dates' })
    .option('to', { type: 'string', requiresArg: true, describe: 'Last of several dates' })
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
    .conflicts('date', ['from', 'to']);
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Omit<Parameters<typeof settingsOf>[0], 'out'>;

export async function handler({ out = '-', ...options }: Options): Promise<void> {
  readVersion(options.version);
  const settings = settingsOf(options);
  const dates = readDates('report', options);
  const regions = regionsAtHand(settings, options.region);
  const reports = REPORTS.filter((report) => options.name === undefined || report.name === options.name);
  if (out === '-') checkOutput(reports, dates, settings);
  await withStore(settings, (store) =>
    withScopes(store, settings, { ...options, dates, regions, at: now() }, async (session, scopes) => {
      if (out !== '-') {
        const files = await writeToFolder(session, reports, scopes, settings.export, absolute(out));
        if (options.json === true) printJson({ files });
        else for (const { path, rows } of files) print(`${path} (${rows} rows)`);
      } else if (options.json === true) await writeJson(session, reports[0]!, scopes);
      else await writeToOutput(session, reports[0]!, scopes, settings.export);
    }),
  );
}

/** Standard output takes one file. Throws USAGE. */
function checkOutput(reports: readonly Report[], dates: readonly string[], settings: Settings): void {
  const [report] = reports;
  if (reports.length > 1) {
    throw new Fault('USAGE', {
      where: 'report',
      expected: "one report's name, or --out with a folder for all",
    });
  }
  if (dates.length > 1 && !report!.fact) {
    throw new Fault('USAGE', {
      where: `report ${report!.name}`,
      found: `${dates.length} dates, of which each shows what was open from earlier ones again`,
      expected: 'one --date, or --out with a folder',
    });
  }
  if (settings.export.format === 'xlsx' && process.stdout.isTTY) {
    throw new Fault('USAGE', {
      where: '--format xlsx',
      found: 'a terminal, which cannot show a workbook',
      expected: '--out with a folder, or > orders.xlsx',
    });
  }
}

/** One header, then the rows of each date and region. */
async function writeToOutput(
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
  form: Form,
): Promise<void> {
  for await (const block of reportBlocks(session, report, shownScopes(report, scopes), form))
    await toOutput(block);
}

/** The rows as one JSON list, each an object by the names of its columns. */
async function writeJson(session: Session, report: Report, scopes: readonly ReportScope[]): Promise<void> {
  let before = '[';
  for await (const row of toldRows(session, report, shownScopes(report, scopes))) {
    await toOutput(`${before}\n  ${JSON.stringify(row)}`);
    before = ',';
  }
  await toOutput(before === '[' ? '[]\n' : '\n]\n');
}

/** Rejected lines have no region: every folder lists them all, one output lists them once. */
function shownScopes(report: Report, scopes: readonly ReportScope[]): readonly ReportScope[] {
  return report.name === 'rejected-records' ? scopes.slice(0, 1) : scopes;
}

async function writeToFolder(
  session: Session,
  reports: readonly Report[],
  scopes: readonly ReportScope[],
  form: Form,
  out: string,
): Promise<{ readonly path: string; readonly rows: number }[]> {
  const files: { path: string; rows: number }[] = [];
  for (const scope of scopes) {
    const folder = join(out, scope.date, regionFolder(scope.region));
    for (const { name, rows } of await writeAside(session, reports, scope, form, folder)) {
      files.push({ path: join(folder, name), rows });
    }
  }
  return files;
}

/** Writes files aside and moves each to its place once all are whole: none is ever seen cut short. */
async function writeAside(
  session: Session,
  reports: readonly Report[],
  scope: ReportScope,
  form: Form,
  folder: string,
): Promise<WrittenFile[]> {
  const stage = await makeStage(folder);
  try {
    const written = await writeReports(session, reports, scope, form, stage);
    for (const { file } of written) await rename(join(stage, file.name), join(folder, file.name));
    return written.map(({ file }) => file);
  } catch (error) {
    throw writeFault(error, folder);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
