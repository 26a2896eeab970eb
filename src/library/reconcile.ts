import { begunDates } from '../books/run/given-dates.ts';
import { reconcileDates } from '../books/run/reconcile-dates.ts';
import { type ResultJson, resultJson } from '../books/run/result-json.ts';
import { libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import { Fault } from '../errors.ts';
import { ingest } from '../ingest/ingest.ts';
import { abortedBy } from './abort.ts';
import { COMMON, checkArguments, DATES, INSTANT, TEXT, TEXTS } from './arguments.ts';
import {
  absolute,
  type CommonOptions,
  type DatesOption,
  instantOf,
  passedOf,
  settingsOf,
  withStoreOf,
} from './options.ts';

const CALL = libraryCall('reconcile');

const ARGUMENTS = {
  ...COMMON,
  ...DATES,
  ...{ region: TEXT, in: TEXTS, completeUntil: INSTANT, asOf: INSTANT, out: TEXT, preview: TEXT },
};

export type ReconcileOptions = CommonOptions & DatesOption & ReconcileChoice;

/** What is reconciled, beside the dates. */
export interface ReconcileChoice {
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
 * Judges the orders of one or several dates and publishes what changed, as the command of that name does. Dates that
 * have not begun in their region are left out, and named in the result.
 * @throws Fault ARGUMENT_INVALID, INTERRUPTED, DATE_INVALID, DATE_IN_FUTURE, INSTANT_INVALID, AS_OF_TOO_EARLY, BOOKS_DO_NOT_TIE, FOLDER_NOT_WRITABLE,
 *   STORE_LOCKED, and what `ingest` throws; then nothing is published
 * @example await reconcile({ date: '2026-11-19', in: ['logs/'], settings: { databaseUrl } })
 */
export async function reconcile(options: ReconcileOptions): Promise<ResultJson> {
  checkArguments(CALL, options, ARGUMENTS);
  const settings = settingsOf(options);
  const startedAt = now();
  const asOf = options.asOf === undefined ? startedAt : instantOf(CALL.argument('asOf'), options.asOf);
  const moment = { settings, at: startedAt };
  const completeUntil = passedOf('completeUntil', options.completeUntil, CALL, moment);
  if (completeUntil !== undefined && options.in === undefined)
    throw new Fault(CALL.code, {
      where: CALL.argument('completeUntil'),
      expected: 'in beside it: the logs that it is said of',
    });
  const { region } = options;
  const progress = abortedBy(options.signal);
  const { notBegun, ...asked } = begunDates(options, CALL, { settings, region, at: asOf });
  return withStoreOf(options, settings, (store) =>
    store.exclusively(async () => {
      const { in: paths } = options;
      const sources =
        paths === undefined
          ? []
          : await ingest(store, settings, { paths, readAt: startedAt, completeUntil, progress });
      const result = await reconcileDates(store, settings, {
        ...asked,
        notBegun,
        region,
        asOf,
        startedAt,
        out: absolute(options.preview ?? options.out ?? settings.out),
        preview: options.preview !== undefined,
        progress,
      });
      return resultJson(sources, result);
    }),
  );
}
