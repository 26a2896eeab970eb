import { planRun, readAndReconcile } from '../books/run/read-and-reconcile.ts';
import { type ResultJson, resultJson } from '../books/run/result-json.ts';
import { libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import { abortedBy } from './abort.ts';
import { COMMON, checkArguments, DATES, INSTANT, TEXT, TEXTS } from './arguments.ts';
import {
  absolute,
  type CommonOptions,
  type DatesOption,
  instantOf,
  settingsOf,
  withStoreOf,
} from './options.ts';

const CALL = libraryCall('reconcile');

const ARGUMENTS = {
  ...COMMON,
  ...DATES,
  ...{ region: TEXT, in: TEXTS, completeUntil: INSTANT, asOf: INSTANT, out: TEXT, preview: TEXT },
};

/** Options of `reconcile`. */
export type ReconcileOptions = CommonOptions & DatesOption & ReconcileChoice;

/** Options of `reconcile` besides the dates. */
export interface ReconcileChoice {
  /** Only this region: the name of a region of the settings (by default `BR`, `EG`), or `other`. */
  readonly region?: string | undefined;
  /** Logs to ingest first: files and folders. */
  readonly in?: readonly string[] | undefined;
  /** Declares that those logs are complete until this time: ISO 8601 with offset, or a Date; not in the future. */
  readonly completeUntil?: string | Date | undefined;
  /** As known at this time: ISO 8601 with offset, or a Date; by default now. */
  readonly asOf?: string | Date | undefined;
  /** Folder of reports; by default the one in the settings. */
  readonly out?: string | undefined;
  /** Writes the reports to this folder instead of publishing and storing them. */
  readonly preview?: string | undefined;
}

/**
 * Reconciles the orders of one or several dates and publishes what changed. Dates that have not begun in their region
 * are skipped and listed in the result.
 * @throws Fault ARGUMENT_INVALID, INTERRUPTED, DATE_INVALID, DATE_IN_FUTURE, INSTANT_INVALID, AS_OF_TOO_EARLY,
 *   BOOKS_DO_NOT_TIE, FOLDER_NOT_WRITABLE, STORE_LOCKED, and what `ingest` throws; nothing is published then
 * @example await reconcile({ date: '2026-11-19', in: ['logs/'], settings: { databaseUrl } })
 */
export async function reconcile(options: ReconcileOptions): Promise<ResultJson> {
  checkArguments(CALL, options, ARGUMENTS);
  const settings = settingsOf(options);
  const startedAt = now();
  const asOf = options.asOf === undefined ? startedAt : instantOf(CALL.argument('asOf'), options.asOf);
  const { region, in: paths, preview, completeUntil } = options;
  const plan = planRun(
    {
      dates: options,
      ...{ region, in: paths, asOf, startedAt, out: absolute(options.out ?? settings.out) },
      completeUntil:
        completeUntil === undefined ? undefined : instantOf(CALL.argument('completeUntil'), completeUntil),
      preview: preview === undefined ? undefined : absolute(preview),
    },
    CALL,
    settings,
  );
  const progress = abortedBy(options.signal);
  return withStoreOf(options, settings, async (store) => {
    const { sources, leftOut, result } = await readAndReconcile(store, settings, plan, { progress });
    return resultJson(sources, result, leftOut);
  });
}
