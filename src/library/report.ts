import { REPORTS } from '../../reports/all.ts';
import type { Report, ReportScope } from '../../reports/report.ts';
import { now } from '../clock.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { type ToldRow, toldRows } from '../export/told-rows.ts';
import { reportBlocks } from '../export/write-report.ts';
import { readDate } from '../operate/dates.ts';
import { regionsAtHand } from '../operate/regions.ts';
import { withScopes } from '../operate/report-scopes.ts';
import { parseSettings, type Settings } from '../settings.ts';
import { type CommonOptions, withStoreOf } from './options.ts';
import { pulled } from './pulled.ts';

export interface ReportOptions extends CommonOptions {
  /** Name of the report, as in `REPORTS`: orders, findings, stuck-orders, … */
  readonly name: string;
  /** Business date, `yyyy-MM-dd`. */
  readonly date: string;
  /** Only this region: `BR`, `EG`, `other`. */
  readonly region?: string | undefined;
  readonly merchant?: string | undefined;
  /** As this version had it: 1, 2, …; as it looks now if absent. */
  readonly version?: number | undefined;
}

export type { ToldRow as ReportRow } from '../export/told-rows.ts';

/**
 * One report as CSV text in blocks, the header first, as the command writes it to standard output (in the profile of
 * the settings). Nothing is kept, and memory does not grow with the report. The store is busy until the last block, or
 * until the reader leaves the loop.
 * @throws Fault USAGE, DATE_INVALID at once; NOTHING_REPORTED, STORE_LOCKED when read
 * @example for await (const text of report({ name: 'orders', date: '2026-11-19' })) process.stdout.write(text);
 */
export function report(options: ReportOptions): AsyncGenerator<string> {
  return reported(options, async function* (session, one, scopes, profile) {
    const form = { profile, format: 'csv' as const };
    for await (const text of reportBlocks(session, one, scopes, form)) yield String(text);
  });
}

/**
 * One report, row by row; like {@link report} in all else.
 * @example for await (const row of reportRows({ name: 'orders', date: '2026-11-19' })) console.log(row.order_no);
 */
export function reportRows(options: ReportOptions): AsyncGenerator<ToldRow> {
  return reported(options, toldRows);
}

type Produce<T> = (
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
  profile: Settings['export']['profile'],
) => AsyncIterable<T>;

function reported<T>(options: ReportOptions, produce: Produce<T>): AsyncGenerator<T> {
  const settings = parseSettings(options.settings ?? {});
  const one = reportOf(options.name);
  const wanted = {
    dates: [readDate('date', options.date)],
    regions: regionsAtHand(settings, options.region),
    merchant: options.merchant,
    version: versionOf(options.version),
  };
  return pulled((give) =>
    withStoreOf(options, settings, (store) =>
      withScopes(store, settings, { ...wanted, at: now() }, async (session, scopes) => {
        // Rejected lines have no region: the first lists them all.
        const shown = one.name === 'rejected-records' ? scopes.slice(0, 1) : scopes;
        const { profile } = settings.export;
        for await (const item of produce(session, one, shown, profile)) await give(item);
      }),
    ),
  );
}

function reportOf(name: string): Report {
  const found = REPORTS.find((one) => one.name === name);
  if (found !== undefined) return found;
  const expected = REPORTS.map((one) => one.name).join(', ');
  throw new Fault('USAGE', { where: 'name', found: name, expected });
}

function versionOf(version: number | undefined): number | undefined {
  if (version === undefined || (Number.isInteger(version) && version > 0)) return version;
  throw new Fault('USAGE', {
    where: 'version',
    found: String(version),
    expected: 'the number of a version: 1, 2, …',
  });
}
