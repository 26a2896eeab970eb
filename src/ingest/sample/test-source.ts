import { recordKind } from '../../contract/record-kinds.ts';
import type { Store } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import { findFiles, growingOf } from '../files/files-of-source.ts';
import { formatByName } from '../files/source-format.ts';
import { ingestFiles, isResult, type SourceResult } from '../ingest.ts';
import { type LeftOut, leftOutOf } from '../left-out.ts';
import { limitWarning } from '../query/query-text.ts';
import { readQuery } from '../query/read-query.ts';
import { namedSources } from '../read-sources.ts';
import { sourceSettings } from '../source-settings.ts';
import { type SampledFile, sampleFiles } from './sample-files.ts';

/** What the first rows or lines of a source would become. */
export interface TestedSource {
  readonly name: string;
  /** For files: how many could be read now, and how many are still being written; null for a query. */
  readonly files: number | null;
  readonly left: number | null;
  /** For files: those of folders that are no log or table by name; absent without any. */
  readonly leftOut?: LeftOut;
  /** Lines at the beginning of all files, or rows of a query, that were read, and how many would be rejected. */
  readonly looked: { readonly records: number; readonly rejected: number };
  /** For a query, or for the first file that can be read; absent where there is none. Nothing of it is kept. */
  readonly result?: SourceResult;
  /** For the first file of each other kind: with pay-ins, with callbacks, with rows of statements, as lines, as a table. */
  readonly more: readonly SourceResult[];
  /** What is doubtful about a query that can be read, and what to do; absent if nothing is. */
  readonly warning?: string;
  /** Why files cannot be read, one fault for each. */
  readonly faults: readonly Fault[];
}

interface TestRequest {
  readonly name: string;
  /** How many rows of a query, or lines of each file. */
  readonly rows: number;
  readonly readAt: Instant;
  readonly workingDirectory: string;
}

/**
 * Reads the first rows of a query, or the header and first lines of every file of a source, and keeps nothing.
 * @throws Fault SOURCE_UNKNOWN, and the faults of reading a query or of paths
 */
export async function testSource(
  store: Store,
  settings: Settings,
  request: TestRequest,
): Promise<TestedSource> {
  const { name, rows, readAt, workingDirectory } = request;
  const source = namedSources(settings, [name])[0]!;
  if (source.query !== undefined) {
    const reading = { readAt, workingDirectory, firstRows: rows };
    const { result } = await readQuery(store, source, settings, reading);
    const warned = limitWarning(source);
    const warning = warned && `${warned.found}. ${warned.remedy}`;
    return {
      ...{ name, files: null, left: null, looked: result, result, more: [], faults: [] },
      ...(warning && { warning }),
    };
  }
  const found = await findFiles(source.paths ?? [], source.quietSeconds, readAt);
  if (found.faults[0] !== undefined) throw found.faults[0];
  const sampled = await sampleFiles(source, settings, found, rows);
  const growing = growingOf(found);
  const reading = { kind: recordKind(source.kind), readAt, growing, dryRun: true, shownRecords: rows };
  const results: SourceResult[] = [];
  for (const { file, isStated } of firstOfEachKind(sampled)) {
    // A statement is compared with callbacks and payouts as a whole: its first lines may have neither.
    const part = isStated ? reading : { ...reading, firstLines: rows };
    const outcomes = await ingestFiles(store, sourceSettings(source, settings), part, [file]);
    results.push(...outcomes.filter(isResult));
  }
  const [result, ...more] = results;
  const leftOut = leftOutOf(found.leftOut);
  return {
    name,
    files: found.files.length,
    left: found.left.length,
    ...(leftOut && { leftOut }),
    looked: { records: sumOf(sampled, 'records'), rejected: sumOf(sampled, 'rejected') },
    ...(result && { result }),
    more,
    faults: [
      ...(found.misnamed ?? []),
      ...sampled.flatMap(({ result }) => (result instanceof Fault ? [result] : [])),
    ],
  };
}

interface FirstFile {
  readonly file: string;
  readonly isStated: boolean;
}

function firstOfEachKind(sampled: readonly SampledFile[]): FirstFile[] {
  const first = new Map<string, FirstFile>();
  for (const { name, result } of sampled) {
    if (result instanceof Fault) continue;
    const isStated = result.statements > 0 || result.bankRows > 0;
    const kind = [formatByName(name), result.payIns > 0, result.callbacks > 0, isStated].join();
    if (!first.has(kind)) first.set(kind, { file: name, isStated });
  }
  return [...first.values()];
}

function sumOf(sampled: readonly SampledFile[], count: 'records' | 'rejected'): number {
  return sampled.reduce((sum, { result }) => sum + (result instanceof Fault ? 0 : result[count]), 0);
}
