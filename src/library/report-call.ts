import { REPORTS } from '../../reports/all.ts';
import { inOneStream } from '../../reports/dated.ts';
import type { Report, ReportScope } from '../../reports/report.ts';
import { chosenRegions } from '../books/run/chosen-regions.ts';
import { begunDates, namedDates } from '../books/run/given-dates.ts';
import { withScopes } from '../books/run/scopes-on-request.ts';
import { type Caller, libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { jsonRows, type RowJson } from '../export/json-rows.ts';
import { reportBlocks } from '../export/publish/write-report.ts';
import type { Settings } from '../settings/schema.ts';
import { checkAborted } from './abort.ts';
import { COMMON, checkArguments, DATES, needed, TEXT, VERSION } from './arguments.ts';
import { asAsyncIterable } from './as-async-iterable.ts';
import { type CommonOptions, type DatesOption, settingsOf, withStoreOf } from './options.ts';
import { lending } from './shared-store.ts';

/** Options of `report` and `reportRows`. */
export type ReportOptions = CommonOptions & DatesOption & ReportChoice;

/** Options of `report` besides the dates. */
export interface ReportChoice {
  /** Name of the report, as in `REPORTS`: `orders`, `findings`, `stuck-orders`, … */
  readonly name: string;
  /** Only this region: the name of a region of the settings (by default `BR`, `EG`), or `other`. */
  readonly region?: string | undefined;
  readonly merchant?: string | undefined;
  /** The report as in this version: 1, 2, …; by default the current state. */
  readonly version?: number | undefined;
}

/**
 * Returns one report as CSV text in blocks, header first, in the CSV profile of the settings. Nothing is stored, and
 * memory does not grow with the report. The store is in use until the last block is read or the loop is left.
 * @throws Fault ARGUMENT_INVALID, DATE_INVALID, DATE_IN_FUTURE when called; NOTHING_REPORTED, STORE_LOCKED when read
 * @example for await (const text of report({ name: 'orders', date: '2026-11-19' })) process.stdout.write(text);
 */
export function report(options: ReportOptions): AsyncGenerator<string> {
  return reported(libraryCall('report'), options, async function* (session, one, scopes, profile) {
    const form = { profile, format: 'csv' as const };
    for await (const text of reportBlocks(session, one, scopes, form)) yield String(text);
  });
}

/**
 * Returns one report row by row; otherwise like {@link report}.
 * @example for await (const row of reportRows({ name: 'orders', date: '2026-11-19' })) console.log(row.order_no);
 */
export function reportRows(options: ReportOptions): AsyncGenerator<RowJson> {
  return reported(libraryCall('reportRows'), options, jsonRows);
}

const ARGUMENTS = {
  ...COMMON,
  ...DATES,
  ...{ name: needed(TEXT), region: TEXT, merchant: TEXT, version: VERSION },
};

type Produce<T> = (
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
  profile: Settings['export']['profile'],
) => AsyncIterable<T>;

function reported<T>(caller: Caller, options: ReportOptions, produce: Produce<T>): AsyncGenerator<T> {
  checkArguments(caller, options, ARGUMENTS);
  const settings = settingsOf(options);
  const one = reportOf(caller, options.name);
  const { version } = options;
  const at = now();
  const { region, merchant } = options;
  // A published version can be read whatever the clock says, so its dates need not have begun.
  const { dates, isAsked } = (version === undefined ? begunDates : namedDates)(options, caller, {
    ...{ settings, region, at },
  });
  const choice = {
    dates,
    isAsked,
    regions: chosenRegions(settings, region, caller),
    merchants: merchant === undefined ? undefined : [merchant],
    version,
  };
  return asAsyncIterable((give) => {
    const lend = lending(options.store, give);
    return withStoreOf(options, settings, (store) =>
      withScopes(store, settings, { ...choice, at }, async (session, scopes) => {
        const { profile } = settings.export;
        const stream = inOneStream(one, scopes);
        for await (const item of produce(session, stream.report, stream.scopes, profile)) {
          checkAborted(options.signal);
          await lend(item);
        }
      }),
    );
  });
}

function reportOf(caller: Caller, name: string): Report {
  const found = REPORTS.find((one) => one.name === name);
  if (found !== undefined) return found;
  const expected = REPORTS.map((one) => one.name).join(', ');
  throw new Fault(caller.code, { where: caller.argument('name'), found: name, expected });
}
