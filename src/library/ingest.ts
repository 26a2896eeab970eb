import { now } from '../clock.ts';
import { Fault } from '../errors.ts';
import { ingest as ingestPaths, type SourceResult } from '../ingest/ingest.ts';
import type { RecordKind } from '../normalise/record.ts';
import { parseSettings } from '../settings.ts';
import { type CommonOptions, passedOf, withStoreOf } from './options.ts';

export interface IngestOptions extends CommonOptions {
  /** Files and folders; `-` is standard input. */
  readonly paths: readonly string[];
  /** What the lines are, where their shape does not tell. */
  readonly kind?: 'pay-ins' | 'callbacks' | undefined;
  /** Declares that the logs are complete until this moment: ISO 8601 with its offset, or a Date that has passed. */
  readonly completeUntil?: string | Date | undefined;
}

/**
 * Reads logs into the store. Each file is kept whole or not at all; one that was read before is skipped.
 * @returns the counts of each file: records = accepted + duplicate + rejected
 * @throws Fault SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_BROKEN (the other files are kept), STORE_LOCKED
 * @example await ingest({ paths: ['/var/log/payin'], settings: { databaseUrl } })
 */
export async function ingest(options: IngestOptions): Promise<SourceResult[]> {
  const settings = parseSettings(options.settings ?? {});
  const { paths } = options;
  const kind = kindOf(options.kind);
  return withStoreOf(options, settings, (store) => {
    const readAt = now();
    const completeUntil = passedOf('completeUntil', options.completeUntil, readAt, settings);
    return ingestPaths(store, settings, { paths, kind, readAt, completeUntil });
  });
}

function kindOf(kind: IngestOptions['kind']): RecordKind | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'pay-ins') return 'pay-in';
  if (kind === 'callbacks') return 'callback';
  throw new Fault('USAGE', { where: 'kind', found: String(kind), expected: 'pay-ins or callbacks' });
}
