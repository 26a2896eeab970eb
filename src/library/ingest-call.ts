import { libraryCall } from '../caller.ts';
import { now } from '../clock.ts';
import { KIND_NAMES, type KindName } from '../contract/record-kinds.ts';
import { ingest as ingestPaths, type SourceResult } from '../ingest/ingest.ts';
import { abortedBy } from './abort.ts';
import { COMMON, checkArguments, INSTANT, needed, oneOf, TEXTS } from './arguments.ts';
import { type CommonOptions, kindOf, passedOf, settingsOf, withStoreOf } from './options.ts';

const CALL = libraryCall('ingest');

/** Options of `ingest`. */
export interface IngestOptions extends CommonOptions {
  /** Files and folders; `-` means standard input. */
  readonly paths: readonly string[];
  /** Kind of the records, if it cannot be detected. */
  readonly kind?: KindName | undefined;
  /** Declares that the logs are complete until this time: ISO 8601 with offset, or a Date; not in the future. */
  readonly completeUntil?: string | Date | undefined;
}

/**
 * Ingests logs into the store. Each file is stored completely or not at all; a file that was ingested before is
 * skipped.
 * @returns the counts of each file: records = accepted + duplicate + rejected
 * @throws Fault ARGUMENT_INVALID, INTERRUPTED, SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_BROKEN (the other files are
 *   kept), STORE_LOCKED
 * @example await ingest({ paths: ['/var/log/payin'], settings: { databaseUrl } })
 */
export async function ingest(options: IngestOptions): Promise<SourceResult[]> {
  checkArguments(CALL, options, {
    ...COMMON,
    ...{ paths: needed(TEXTS), kind: oneOf(KIND_NAMES), completeUntil: INSTANT },
  });
  const settings = settingsOf(options);
  const { paths, signal } = options;
  const kind = kindOf(options.kind);
  return withStoreOf(options, settings, (store) => {
    const readAt = now();
    const completeUntil = passedOf('completeUntil', options.completeUntil, CALL, { settings, at: readAt });
    return ingestPaths(store, settings, { paths, kind, readAt, completeUntil, progress: abortedBy(signal) });
  });
}
