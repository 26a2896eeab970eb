import { statSync } from 'node:fs';
import { Rollback, type Session, type Store, transaction } from '../database/store.ts';
import { FAULTS, Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import type { RecordKind } from '../normalise/record.ts';
import { inPhase } from '../phases.ts';
import { type Progress, SILENT } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { findSources } from './find-sources.ts';
import { findUnchanged } from './find-unchanged.ts';
import { declareReach } from './keep-reaches.ts';
import { keepSource } from './keep-source.ts';
import { readingDigest } from './reading-digest.ts';
import { type Sample, sampleStaged } from './sample.ts';

/** From this many new rows on, the planner's statistics are worth making again. */
const ANALYZE_FROM_ROWS = 1000;

export interface IngestRequest {
  /** Files, folders, or `-` for standard input. */
  readonly paths: readonly string[];
  readonly kind?: RecordKind | undefined;
  /** When this is; kept with each source. */
  readonly readAt: Instant;
  /** Until when the sources are complete, as somebody says; of those that were read before, too. */
  readonly completeUntil?: Instant | undefined;
  /** Reads everything as it would, tells what it would come to, and keeps nothing. */
  readonly dryRun?: boolean;
  /** Hears of stored bytes as they are read, and of each file that is kept. */
  readonly progress?: Progress | undefined;
}

/** One source's counts: records = accepted + duplicate + rejected. */
export interface SourceResult {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly records: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
  /** Whether the same bytes were read before, so that nothing was done. */
  readonly unchanged: boolean;
  /** Of a dry run: what the first records would be, and how many lines are rejected for which reason. */
  readonly sample?: Sample;
}

/**
 * Reads logs into the store. Each file is kept whole or not at all; a file that cannot be read does not keep the
 * others from being read, and the fault is thrown at the end.
 */
export async function ingest(
  store: Store,
  settings: Settings,
  request: IngestRequest,
): Promise<SourceResult[]> {
  const names = findSources(request.paths);
  const progress = request.progress ?? SILENT;
  progress.begin('Reading', bytesOf(names), 'byte', names.length);
  const results: SourceResult[] = [];
  const faults: Fault[] = [];
  let accepted = 0;
  await store.session(async (session) => {
    for (const name of names) {
      try {
        const result = await ingestOne(session, settings, name, request);
        accepted += result.accepted;
        results.push(result);
        if (request.dryRun !== true) progress.done(toldSource(result));
      } catch (error) {
        if (!(error instanceof Fault) || !error.code.startsWith('SOURCE_')) throw error;
        faults.push(error);
      }
    }
    if (accepted >= ANALYZE_FROM_ROWS && request.dryRun !== true)
      await inPhase(
        'merge',
        () => session.script('analyze pay_ins; analyze callbacks; analyze violations'),
        'statistics',
      );
  });
  progress.end();
  if (faults.length > 0) throw joined(faults);
  return results;
}

/** The faults of several files as one, by the code of the first, which tells each file's own trouble. */
function joined(faults: readonly Fault[]): Fault {
  const first = faults[0]!;
  if (faults.length === 1) return first;
  const different = (texts: ReadonlyArray<string | undefined>) =>
    [...new Set(texts.filter((text) => text !== undefined))].join(' ');
  const found = faults.flatMap(({ code, detail }) =>
    [detail.found ?? FAULTS[code].title].flat().map((text) => `${detail.where}: ${text}`),
  );
  return new Fault(first.code, {
    ...first.detail,
    where: faults.map(({ detail }) => detail.where).join(', '),
    found,
    remedy: different(faults.map(({ code, detail }) => detail.remedy ?? FAULTS[code].remedy)),
  });
}

async function ingestOne(
  session: Session,
  settings: Settings,
  name: string,
  request: IngestRequest,
): Promise<SourceResult> {
  const reading = readingDigest(name, request.kind, settings);
  const known = request.dryRun === true ? undefined : await findUnchanged(session, name, reading);
  if (known !== undefined) {
    const { sourceId, bytes, sha256 } = known;
    request.progress?.advance(bytes);
    if (request.completeUntil !== undefined)
      await declareReach(session, sourceId, request.completeUntil, request.readAt);
    return { name, bytes, sha256, records: 0, accepted: 0, duplicate: 0, rejected: 0, unchanged: true };
  }
  return transaction<SourceResult>(session, async () => {
    const result = await keepSource(session, settings, { ...request, name, reading });
    if (request.dryRun !== true) return result;
    return new Rollback<SourceResult>({ ...result, sample: await sampleStaged(session) });
  });
}

function toldSource({ name, unchanged, accepted, duplicate, rejected }: SourceResult): string {
  if (unchanged) return `${name}: unchanged`;
  return `${name}: ${accepted} accepted, ${duplicate} duplicate, ${rejected} rejected`;
}

/** Stored bytes of the files, as far as they can be told; a pipe has none. */
function bytesOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0);
}
