import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { claimFile, keepInTurn, loading } from '../database/locks.ts';
import { readSql } from '../database/sql-file.ts';
import { ANALYZE_FROM_ROWS, analyze, grownTables } from '../database/statistics.ts';
import { Rollback, type Session, type Store } from '../database/store.ts';
import { FAULTS, Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import type { RecordKind } from '../normalise/record.ts';
import { inPhase } from '../phases.ts';
import { type Progress, SILENT } from '../progress.ts';
import type { Settings } from '../settings/schema.ts';
import { grouped } from '../terminal-text.ts';
import { findKnown, findUnchanged, type KnownFile } from './files/find-unchanged.ts';
import { firstLines } from './files/first-lines.ts';
import { misnamedFaults } from './files/names-in-folder.ts';
import { openSource } from './files/open-source.ts';
import { checkName, findSources, isRegularFile } from './files/paths-of-command.ts';
import { readingDigest } from './files/reading-digest.ts';
import { inTurns, type Turn } from './in-turns.ts';
import { type LeftOut, leftOutOf } from './left-out.ts';
import { ParsePool } from './lines/parse-pool.ts';
import { withStatementHint } from './propose/statement-header.ts';
import { type SourceSample, sampleOf } from './sample/sample-of.ts';
import { stageSource } from './stage-source.ts';
import {
  declareComplete,
  type KeptCounts,
  type KeptSource,
  keepName,
  keepSource,
} from './staging/keep-source.ts';
import type { Remarkable } from './staging/remarkable-rows.ts';
import { StageSender } from './staging/staged-rows.ts';

/** One is kept, the next waits for it, and another is read. */
const FILES_AT_ONCE = 3;

/** How many files the fault of several names: a folder may have one for each minute of months. */
const MOST_NAMED = 20;

export interface IngestRequest extends FilesRequest {
  /** Files, folders, or `-` for standard input. */
  readonly paths: readonly string[];
  /** Is given the files of folders that are left out, if there are any. */
  readonly onLeftOut?: ((leftOut: LeftOut) => void) | undefined;
}

/** How files are read. */
export interface FilesRequest {
  readonly kind?: RecordKind | undefined;
  /** The current time; kept with each source. */
  readonly readAt: Instant;
  /** Until when the sources are declared complete; also those that were read before. */
  readonly completeUntil?: Instant | undefined;
  /** Reads everything and returns what would be kept, but keeps nothing. */
  readonly dryRun?: boolean;
  /** The files that may still be written to: of these only whole lines are read. */
  readonly growing?: ReadonlySet<string>;
  /** For a dry run: reads only so many lines of each file, and shows as many records; all of them if absent. */
  readonly firstLines?: number | undefined;
  /** For a dry run: shows as many records, also if more lines are read. */
  readonly shownRecords?: number | undefined;
  /** Is given stored bytes as they are read, and each file that is kept. */
  readonly progress?: Progress | undefined;
}

/** One source's counts: records = accepted + duplicate + rejected. */
export interface SourceResult extends KeptCounts, Remarkable {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the same bytes were read before, so that nothing was done. */
  readonly unchanged: boolean;
  /** For a dry run: what the first records would be, and how many lines are rejected for which reason. */
  readonly sample?: SourceSample;
  /** The latest time of a record of it, in UTC as PostgreSQL writes it; absent without one. */
  readonly newestAt?: string;
  /** How many records have a field that the setting absent names, by its path; absent for none. */
  readonly unexpectedFields?: Readonly<Record<string, number>>;
}

/**
 * Reads logs into the store. Each file is kept whole or not at all. A file that cannot be read does not keep the
 * others from being read; its fault is thrown at the end. Any number of processes may ingest at the same time: a file
 * that another process is reading is skipped, and checked again once that process is done. Where there are several
 * connections, files are read while the one before them is being kept; they are kept in their order.
 */
export async function ingest(
  store: Store,
  settings: Settings,
  { paths, onLeftOut, ...request }: IngestRequest,
): Promise<SourceResult[]> {
  const found = await findSources(paths);
  const leftOut = leftOutOf(found.leftOut);
  if (leftOut !== undefined) onLeftOut?.(leftOut);
  const outcomes = await ingestFiles(store, settings, request, found.names);
  const unread = outcomes.filter((outcome) => outcome instanceof Fault);
  const faults = [...misnamedFaults(found.misnamed ?? []), ...unread];
  if (faults.length > 0) throw joinedFault(faults);
  return outcomes.filter(isResult);
}

/**
 * Like {@link ingest}, for files by their names. @returns for each file, in order, its counts or why it was not kept
 */
export async function ingestFiles(
  store: Store,
  settings: Settings,
  request: FilesRequest,
  names: readonly string[],
): Promise<(SourceResult | Fault)[]> {
  const progress = request.progress ?? SILENT;
  progress.begin('Reading', bytesOf(names), 'byte', names.length);
  const pool = new ParsePool({ settings, forcedKind: request.kind });
  const atOnce = store.engine === 'embedded' ? 1 : FILES_AT_ONCE;
  const read = (some: readonly string[], files: number, wait: boolean) =>
    inTurns(some, files, (name, turn, place) =>
      readOne({ store, settings, request, pool, place }, name, turn, wait),
    );
  let outcomes: (SourceResult | Fault)[];
  try {
    const first = await read(names, atOnce, false);
    const elsewhere = names.filter((_name, index) => first[index] === ELSEWHERE);
    const left = await read(elsewhere, 1, true);
    outcomes = first
      .map((outcome) => (outcome === ELSEWHERE ? left.shift()! : outcome))
      .filter((outcome) => outcome !== ELSEWHERE);
  } finally {
    await pool.close();
  }
  if (request.dryRun !== true) await makeStatistics(store, outcomes.filter(isResult));
  progress.end();
  return outcomes;
}

export function isResult(outcome: SourceResult | Fault): outcome is SourceResult {
  return !(outcome instanceof Fault);
}

const EVIDENCE_TABLES = ['pay_ins', 'callbacks', 'violations', 'statements'] as const;

/** Updates the statistics of tables that have grown, once many rows were added to them. */
export async function makeStatistics(store: Store, results: readonly SourceResult[]): Promise<void> {
  const accepted = results.reduce((sum, result) => sum + result.accepted, 0);
  if (accepted < ANALYZE_FROM_ROWS) return;
  const grown = await store.session((session) => grownTables(session, EVIDENCE_TABLES));
  // On no more connections than the files were read on: a server may allow no more.
  const each = () =>
    inTurns(grown, FILES_AT_ONCE, (table) => store.apart((session) => analyze(session, [table])));
  await inPhase('merge', each, 'statistics');
}

/**
 * The faults of several sources as one, with the code of the first, and the finding of each that is named: the first of each
 * code, and others up to a number.
 */
export function joinedFault(faults: readonly Fault[]): Fault {
  const first = faults[0]!;
  if (faults.length === 1) return first;
  const firsts = faults.filter(({ code }, at) => faults.findIndex((one) => one.code === code) === at);
  const chosen = new Set([...new Set([...firsts, ...faults])].slice(0, MOST_NAMED));
  const named = faults.filter((one) => chosen.has(one));
  const more = faults.length > named.length ? [`and ${grouped(faults.length - named.length)} more`] : [];
  const different = (texts: ReadonlyArray<string | undefined>) =>
    [...new Set(texts.filter((text) => text !== undefined))].join('\n');
  const found = named.flatMap(({ code, detail }) =>
    [detail.found ?? FAULTS[code].title].flat().map((text) => `${detail.where}: ${text}`),
  );
  return new Fault(first.code, {
    ...first.detail,
    where: [...named.map(({ detail }) => detail.where), ...more].join(', '),
    found: [...found, ...more],
    remedy: different(named.map(({ code, detail }) => detail.remedy ?? FAULTS[code].remedy)),
  });
}

interface IngestWork {
  readonly store: Store;
  readonly settings: Settings;
  readonly request: FilesRequest;
  readonly pool: ParsePool;
  /** That of the file among all. */
  readonly place: number;
}

/** A file that another ingest is reading. */
const ELSEWHERE = Symbol('elsewhere');

type FileOutcome = SourceResult | Fault | typeof ELSEWHERE;

async function readOne(work: IngestWork, name: string, turn: Turn, wait: boolean): Promise<FileOutcome> {
  const { store, request } = work;
  try {
    const outcome = await loading<SourceResult | typeof ELSEWHERE>(
      store,
      (session) => readWithin(session, work, name, turn, wait),
      'ingest.commit',
    );
    if (outcome !== ELSEWHERE && request.dryRun !== true) request.progress?.done(sourceLine(outcome));
    return outcome;
  } catch (error) {
    if (error instanceof Fault && error.code.startsWith('SOURCE_'))
      return withStatementHint(error, name, work.settings, request.kind);
    throw error;
  }
}

/** Stages a file and, in its turn, keeps what is new in it. */
async function readWithin(
  session: Session,
  { settings, request, pool, place }: IngestWork,
  name: string,
  turn: Turn,
  wait: boolean,
): Promise<SourceResult | typeof ELSEWHERE | Rollback<SourceResult>> {
  checkName(name);
  const isKept = request.dryRun !== true;
  // A source that can be read only once, such as a pipe, is always read.
  const isFile = isKept && (await isRegularFile(name));
  if (isFile && !(await claimFile(session, resolve(name), wait))) return ELSEWHERE;
  const reading = readingDigest(name, request.kind, settings);
  const before = isFile ? await findUnchanged(session, name, reading, request.readAt) : undefined;
  if (before !== undefined) {
    request.progress?.advance(before.bytes);
    await turn();
    return unchanged(session, request, name, before);
  }
  await session.script(readSql('ingest/000_staging.sql'));
  const whole = openSource(name, settings.ingest.maxFileBytes, request.growing?.has(name), (bytes) =>
    request.progress?.advance(bytes),
  );
  const content =
    request.firstLines === undefined ? whole : firstLines(whole, name, request.firstLines, settings);
  const sender = new StageSender(session);
  const staged = await stageSource(name, content, {
    settings,
    forcedKind: request.kind,
    pool,
    sender,
    place,
  });
  await turn();
  const read = { name, bytes: content.bytes(), sha256: content.sha256() };
  await keepInTurn(session);
  // Another ingest may have kept the same bytes meanwhile, under any name.
  const known = isFile ? await findKnown(session, { ...read, reading }) : undefined;
  if (known !== undefined) return unchanged(session, request, name, known);
  const kept = await keepSource(session, settings, { ...request, ...read, reading, staged });
  const result = resultOf(read, kept);
  if (isKept) return result;
  const shown = request.shownRecords ?? request.firstLines;
  return new Rollback({ ...result, sample: await sampleOf(session, settings, shown, staged) });
}

/** A source's counts in the form that is returned. */
export function resultOf(
  read: Pick<SourceResult, 'name' | 'bytes' | 'sha256'>,
  { sourceId: _sourceId, released: _released, newestAt, unexpected, ...counts }: KeptSource,
): SourceResult {
  return {
    ...read,
    ...counts,
    unchanged: false,
    ...(newestAt === undefined ? {} : { newestAt }),
    ...(Object.keys(unexpected).length === 0 ? {} : { unexpectedFields: unexpected }),
  };
}

/** A file that was read before adds nothing, but may be declared complete. */
async function unchanged(
  session: Session,
  { completeUntil, readAt, dryRun }: FilesRequest,
  name: string,
  { sourceId, bytes, sha256 }: KnownFile,
): Promise<SourceResult> {
  if (completeUntil !== undefined) {
    await keepInTurn(session);
    await declareComplete(session, sourceId, completeUntil, readAt);
  }
  if (dryRun !== true) await keepName(session, sourceId, name, readAt);
  return { name, bytes, sha256, records: 0, accepted: 0, duplicate: 0, rejected: 0, unchanged: true };
}

function sourceLine({ name, unchanged, accepted, duplicate, rejected }: SourceResult): string {
  if (unchanged) return `${name}: unchanged`;
  return `${name}: ${accepted} accepted, ${duplicate} duplicate, ${rejected} rejected`;
}

/** Stored bytes of the files, where they are known; a pipe has none. */
function bytesOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0);
}
