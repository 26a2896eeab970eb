import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { REPORTS } from '../../reports/all.ts';
import type { Report, ReportScope } from '../../reports/report.ts';
import { now } from '../clock.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { regionFolder } from '../export/publish.ts';
import { writeFault } from '../export/stage.ts';
import { reportText, writeReport } from '../export/write-report.ts';
import { readDate } from '../operate/dates.ts';
import { withScopes } from '../operate/report-scopes.ts';
import { regionsAtHand, zoneOf } from '../operate/run.ts';
import type { Settings } from '../settings.ts';
import { absolute, settingsOf, withStore } from './context.ts';
import { print } from './print.ts';
import { type Example, usage } from './usage.ts';

export const command = 'report [name]';
export const describe = 'Write one report, or all, of a date as they are today, or as a version had them';

const EXAMPLES: readonly Example[] = [
  ['$0 report stuck-orders --date 2026-11-19', "today's stuck orders, to standard output"],
  ['$0 report orders --date 2026-11-19 --region BR --version 1', 'as version 1 had them'],
  ['$0 report --date 2026-11-19 --out somewhere', 'all reports, as files'],
];

export function builder(yargs: Argv) {
  return yargs
    .usage(usage(command, describe, EXAMPLES))
    .positional('name', {
      choices: REPORTS.map((report) => report.name),
      describe: 'Which report (default: all)',
    })
    .option('date', {
      type: 'string',
      requiresArg: true,
      demandOption: true,
      describe: 'Business date, yyyy-MM-dd',
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
    });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Omit<Parameters<typeof settingsOf>[0], 'out'>;

export async function handler({ out = '-', ...options }: Options): Promise<void> {
  if (options.version !== undefined && !(Number.isInteger(options.version) && options.version > 0)) {
    throw new Fault('USAGE', { where: '--version', expected: 'the number of a version: 1, 2, …' });
  }
  const settings = settingsOf(options);
  const date = readDate('--date', options.date);
  const regions = regionsAtHand(settings, options.region);
  const reports = REPORTS.filter((report) => options.name === undefined || report.name === options.name);
  if (out === '-' && reports.length > 1) {
    throw new Fault('USAGE', {
      where: 'report',
      expected: "one report's name, or --out with a folder for all",
    });
  }
  await withStore(settings, (store) =>
    withScopes(store, settings, { ...options, date, regions, at: now() }, async (session, scopes) => {
      if (out === '-') await writeToOutput(session, settings, reports[0]!, scopes);
      else await writeToFolder(session, settings, reports, scopes, absolute(out));
    }),
  );
}

/** One header, then the rows of each region. */
async function writeToOutput(
  session: Session,
  settings: Settings,
  report: Report,
  scopes: readonly ReportScope[],
): Promise<void> {
  for (const [index, scope] of scopes.entries()) {
    let isHeader = true;
    for await (const block of reportText(session, report, scope, zoneOf(settings))) {
      if (!isHeader || index === 0) await toOutput(block.text);
      isHeader = false;
    }
    // Rejected lines have no region: every folder lists them all, one output lists them once.
    if (report.name === 'rejected-records') return;
  }
}

async function writeToFolder(
  session: Session,
  settings: Settings,
  reports: readonly Report[],
  scopes: readonly ReportScope[],
  out: string,
): Promise<void> {
  for (const scope of scopes) {
    const folder = join(out, scope.date, regionFolder(scope.region));
    try {
      await mkdir(folder, { recursive: true });
      for (const report of reports) {
        const file = await writeReport(session, report, scope, zoneOf(settings), folder);
        print(`${join(folder, file.name)} (${file.rows} rows)`);
      }
    } catch (error) {
      throw writeFault(error, folder);
    }
  }
}

/** Writes to standard output; what nobody reads any more is let go. */
function toOutput(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}
