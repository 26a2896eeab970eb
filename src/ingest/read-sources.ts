import type { Store } from '../database/store.ts';
import { didYouMean } from '../did-you-mean.ts';
import { Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Progress } from '../progress.ts';
import type { Settings } from '../settings/schema.ts';
import type { SourceSettings } from '../settings/sources.ts';
import { type FoundFiles, findFiles, isChanged, type LeftFile } from './files/files-of-source.ts';
import { ingestFiles, isResult, makeStatistics, type SourceResult } from './ingest.ts';
import { readQuery } from './query/read-query.ts';
import { sourceKind, sourceSettings } from './source-settings.ts';
import { noteUnread } from './unread-sources.ts';

/** Name of the setting ingest.folders among the sources; no source of the settings can be called so. */
export const FOLDERS = 'ingest.folders';

export interface SourcesRequest {
  /** Only these; all of them if absent. */
  readonly names?: readonly string[] | undefined;
  /** When this is; kept with what is read. */
  readonly readAt: Instant;
  /** Where files with addresses of databases are looked for, and programs that print them are run. */
  readonly workingDirectory: string;
  readonly progress?: Progress | undefined;
}

/** What one source of the settings came to. */
export interface SourceRead {
  readonly name: string;
  readonly from: 'files' | 'query';
  /** Of each file that was read or known; of a query one at most. */
  readonly results: readonly SourceResult[];
  /** Files that are left for the next time. */
  readonly left: readonly LeftFile[];
  /** Patterns that no file matches. */
  readonly unmatched: readonly string[];
  /** The newest moment that a record read this time is of, in UTC as PostgreSQL writes it. */
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
 * Reads what is new of the folders and sources of the settings, one after the other. One that cannot be read does not keep
 * the others from it: its faults are returned, not thrown, and noted, so that runs know what they lack.
 * @throws Fault SOURCE_UNKNOWN, and what has to do with the store
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
 * The sources of the settings, ingest.folders as the first where it names any; files there are read at once, as they are
 * by the command ingest.
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
  const request = { kind: sourceKind(source), readAt, progress };
  const outcomes = await ingestFiles(store, sourceSettings(source, settings), request, names);
  const results = outcomes.filter(isResult);
  const { left, faults } = sortedOut(found, outcomes);
  return {
    name: source.name,
    from: 'files',
    results,
    left: [...found.left, ...left],
    unmatched: found.unmatched,
    newestAt: latest(results.map(({ newestAt }) => newestAt)),
    mark: undefined,
    faults: [...found.faults, ...faults],
  };
}

/** A file that was changed, or went away, while it was read has no fault of its own. */
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
  const nothing = { name: source.name, from: 'query', results: [], left: [], unmatched: [] } as const;
  try {
    const { result, mark } = await readQuery(store, source, settings, request);
    await makeStatistics(store, [result]);
    return { ...nothing, results: [result], newestAt: result.newestAt, mark, faults: [] };
  } catch (error) {
    // Of the store's own nothing begins so, once it is open.
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
