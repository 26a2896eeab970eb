import type { Store } from '../database/store.ts';
import { Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings.ts';
import { findFiles } from './find-files.ts';
import { ingestFiles, type SourceResult } from './ingest.ts';
import { readQuery } from './query/read-query.ts';
import { namedSources } from './read-sources.ts';
import { sourceKind, sourceSettings } from './source-settings.ts';

/** What the first rows or lines of a source would become. */
export interface TestedSource {
  readonly name: string;
  /** Of files: how many could be read now, and how many are still being written; null for a query. */
  readonly files: number | null;
  readonly left: number | null;
  /** Of a query, or of the first file; absent where there is none. Nothing of it is kept. */
  readonly result?: SourceResult;
}

/**
 * Reads the first rows of a query, or the first lines of the first file of a source, and keeps nothing.
 * @throws Fault SOURCE_UNKNOWN, and what reading it throws
 */
export async function testSource(
  store: Store,
  settings: Settings,
  request: {
    readonly name: string;
    readonly rows: number;
    readonly readAt: Instant;
    readonly workingDirectory: string;
  },
): Promise<TestedSource> {
  const { name, rows, readAt, workingDirectory } = request;
  const source = namedSources(settings, [name])[0]!;
  if (source.query !== undefined) {
    const { result } = await readQuery(store, source, settings, {
      readAt,
      workingDirectory,
      firstRows: rows,
    });
    return { name, files: null, left: null, result };
  }
  const { files, left, faults } = findFiles(source.paths ?? [], source.quietSeconds, readAt);
  if (faults[0] !== undefined) throw faults[0];
  const tested = { name, files: files.length, left: left.length };
  const [first] = files;
  if (first === undefined) return tested;
  const reading = { kind: sourceKind(source), readAt, dryRun: true, firstLines: rows };
  const [outcome] = await ingestFiles(store, sourceSettings(source, settings), reading, [first.name]);
  if (outcome instanceof Fault) throw outcome;
  return { ...tested, ...(outcome && { result: outcome }) };
}
