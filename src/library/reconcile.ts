import { now } from '../clock.ts';
import { Fault } from '../errors.ts';
import { ingest } from '../ingest/ingest.ts';
import { checkBegun, datesBetween, readDate } from '../operate/dates.ts';
import { reconcileDates } from '../operate/run.ts';
import { type ToldResult, toldResult } from '../operate/told-result.ts';
import { parseSettings } from '../settings.ts';
import { absolute, type CommonOptions, instantOf, passedOf, withStoreOf } from './options.ts';

export interface ReconcileOptions extends CommonOptions {
  /** One business date, `yyyy-MM-dd`; or give `from` and `to`. */
  readonly date?: string | undefined;
  /** First of several dates. */
  readonly from?: string | undefined;
  /** Last of several dates. */
  readonly to?: string | undefined;
  /** Only this region: `BR`, `EG`, `other`. */
  readonly region?: string | undefined;
  /** Logs to read first: files and folders. */
  readonly in?: readonly string[] | undefined;
  /** Declares that those logs are complete until this moment: ISO 8601 with its offset, or a Date that has passed. */
  readonly completeUntil?: string | Date | undefined;
  /** The moment from which the world is looked at: ISO 8601 with its offset, or a Date; now if absent. */
  readonly asOf?: string | Date | undefined;
  /** Folder of reports, instead of that of the settings. */
  readonly out?: string | undefined;
  /** Folder to write what the moment shows to, instead of publishing and keeping it. */
  readonly preview?: string | undefined;
}

/**
 * Judges the orders of one or several dates and publishes what changed, as the command of that name does.
 * @throws Fault DATE_INVALID, DATE_IN_FUTURE, INSTANT_INVALID, AS_OF_TOO_EARLY, BOOKS_DO_NOT_TIE, FOLDER_NOT_WRITABLE,
 *   STORE_LOCKED, and what `ingest` throws; then nothing is published
 * @example await reconcile({ date: '2026-11-19', in: ['logs/'], settings: { databaseUrl } })
 */
export async function reconcile(options: ReconcileOptions): Promise<ToldResult> {
  const settings = parseSettings(options.settings ?? {});
  const startedAt = now();
  const asOf = options.asOf === undefined ? startedAt : instantOf('asOf', options.asOf);
  const completeUntil = passedOf('completeUntil', options.completeUntil, startedAt, settings);
  if (completeUntil !== undefined && options.in === undefined)
    throw new Fault('USAGE', {
      where: 'completeUntil',
      expected: 'in beside it: the logs that it is said of',
    });
  const dates = datesOf(options);
  for (const date of dates) checkBegun(date, asOf, settings, 'date');
  return withStoreOf(options, settings, (store) =>
    store.exclusively(async () => {
      const { in: paths } = options;
      const sources =
        paths === undefined ? [] : await ingest(store, settings, { paths, readAt: startedAt, completeUntil });
      const result = await reconcileDates(store, settings, {
        dates,
        region: options.region,
        asOf,
        startedAt,
        out: absolute(options.preview ?? options.out ?? settings.out),
        preview: options.preview !== undefined,
      });
      return toldResult(sources, result);
    }),
  );
}

function datesOf({ date, from, to }: ReconcileOptions): string[] {
  if (date !== undefined && from === undefined && to === undefined) return [readDate('date', date)];
  if (date === undefined && from !== undefined && to !== undefined) {
    return datesBetween('from, to', readDate('from', from), readDate('to', to));
  }
  throw new Fault('USAGE', { where: 'reconcile', expected: 'either date, or both from and to' });
}
