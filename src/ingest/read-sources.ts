import { recordKind } from '../contract/record-kinds.ts';
import type { Store } from '../database/store.ts';
import { didYouMean } from '../did-you-mean.ts';
import { Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Progress } from '../progress.ts';
import type { Settings } from '../settings/schema.ts';
import type { SourceSettings } from '../settings/sources.ts';
import { type FoundFiles, findFiles, growingOf, isChanged, type LeftFile } from './files/files-of-source.ts';
import { ingestFiles, isResult, makeStatistics, type SourceResult } from './ingest.ts';
import { readQuery } from './query/read-query.ts';
import { sourceSettings } from './source-settings.ts';
import { noteUnread } from './unread-sources.ts';

/** Name of the setting ingest.folders in the list of sources; no source of the settings can have it. */
export const FOLDERS = 'ingest.folders';

export interface SourcesRequest {
  /** Only these; all of them if absent. */
  readonly names?: readonly string[] | undefined;
  /** The current time; kept with what is read. */
  readonly readAt: Instant;
  /** Where files with database addresses are looked for, and where programs that print addresses run. */
  readonly workingDirectory: string;
  readonly progress?: Progress | undefined;
}

/** The result of reading one source of the settings. */
export interface SourceRead {
  readonly name: string;
  readonly from: 'files' | 'query';
  /** For each file that was read or known; at most one for a query. */
  readonly results: readonly SourceResult[];
  /** Files that are left for the next time. */
  readonly left: readonly LeftFile[];
  /** Files of folders that are no log or table by name. */
  readonly leftOut: readonly string[];
  /** Patterns that no file matches. */
  readonly unmatched: readonly string[];
  /** The latest time of a record that was read now, in UTC as PostgreSQL writes it. */
  readonly newestAt: string | undefined;
  /** How far a query is read, as PostgreSQL writes it. */
  readonly mark: string | undefined;
  /** What could not be read. */
  readonly faults: readonly Fault[];
}

export interface SourcesRead {
  readonly sources: readonly SourceRead[];
  /** Of all sources. */
  readonly faults: readonly Fault[];
}

/**
 * Reads what is new of the folders and sources of the settings, one after the other. A source that cannot be read
 * does not keep the others from being read: its faults are returned, not thrown, and noted, so that runs know what is
 * missing.
 * @throws Fault SOURCE_UNKNOWN, and faults of the store
 */
export async function readSources(
  store: Store,
  settings: Settings,
  request: SourcesRequest,
): Promise<SourcesRead> {
  const sources: SourceRead[] = [];
  for (const source of namedSources(settings, request.names)) {
    sources.push(
      source.query === undefined
        ? await readFiles(store, source, settings, request)
        : await readRows(store, source, settings, request),
    );
  }
  const known = sourceNames(settings);
  await store.session((session) => noteUnread(session, sources, known));
  return { sources, faults: sources.flatMap(({ faults }) => faults) };
}

/** Names of all sources of the settings. */
export function sourceNames(settings: Settings): string[] {
  return namedSources(settings).map(({ name }) => name);
}

/**
 * The sources of the settings. ingest.folders comes first where it names any; its files are read at once, as by the
 * command ingest.
 * @throws Fault SOURCE_UNKNOWN
 */
export function namedSources(settings: Settings, names?: readonly string[]): SourceSettings[] {
  const { folders } = settings.ingest;
  const ofFolders = { name: FOLDERS, paths: folders, quietSeconds: 0, overlap: 0, columns: {}, values: {} };
  const all = [...(folders.length === 0 ? [] : [ofFolders]), ...settings.sources];
  if (names === undefined) return all;
  const known = all.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const remedy = didYouMean(name, known);
    throw new Fault('SOURCE_UNKNOWN', {
      found: name,
      expected: known.length === 0 ? 'a source of the setting sources; there is none' : known.join(', '),
      ...(remedy === undefined ? {} : { remedy }),
    });
  }
  return all.filter(({ name }) => names.includes(name));
}

async function readFiles(
  store: Store,
  source: SourceSettings,
  settings: Settings,
  { readAt, progress }: SourcesRequest,
): Promise<SourceRead> {
  const found = await findFiles(source.paths ?? [], source.quietSeconds, readAt);
  const names = found.files.map(({ name }) => name);
  const request = { kind: recordKind(source.kind), readAt, progress, growing: growingOf(found) };
  const outcomes = await ingestFiles(store, sourceSettings(source, settings), request, names);
  const results = outcomes.filter(isResult);
  const { left, faults } = sortedOut(found, outcomes);
  return {
    name: source.name,
    from: 'files',
    results,
    left: [...found.left, ...left],
    leftOut: found.leftOut,
    unmatched: found.unmatched,
    newestAt: latest(results.map(({ newestAt }) => newestAt)),
    mark: undefined,
    faults: [...found.faults, ...(found.misnamed ?? []), ...faults],
  };
}

/** A file that was changed or removed while it was read is left for the next time, and is no fault. */
function sortedOut(
  { files }: FoundFiles,
  outcomes: readonly (SourceResult | Fault)[],
): { left: LeftFile[]; faults: Fault[] } {
  const left: LeftFile[] = [];
  const faults: Fault[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (isResult(outcome)) continue;
    const file = files[index]!;
    if (isChanged(file)) left.push({ name: file.name, reason: 'changed' });
    else faults.push(outcome);
  }
  return { left, faults };
}

async function readRows(
  store: Store,
  source: SourceSettings,
  settings: Settings,
  request: SourcesRequest,
): Promise<SourceRead> {
  const none = { results: [], left: [], leftOut: [], unmatched: [] };
  const nothing = { name: source.name, from: 'query', ...none } as const;
  try {
    const { result, mark } = await readQuery(store, source, settings, request);
    await makeStatistics(store, [result]);
    return { ...nothing, results: [result], newestAt: result.newestAt, mark, faults: [] };
  } catch (error) {
    // No fault of the open store itself begins so.
    if (!(error instanceof Fault) || !/^(SOURCE|SECRET|SETTINGS)_/.test(error.code)) throw error;
    return { ...nothing, newestAt: undefined, mark: undefined, faults: [error] };
  }
}

function latest(moments: readonly (string | undefined)[]): string | undefined {
  return moments.reduce(
    (last, moment) => (last === undefined || (moment ?? '') > last ? moment : last),
    undefined,
  );
}
