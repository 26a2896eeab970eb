import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { runSqlFile } from '../database/sql-file.ts';
import { type Session, type Store, transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import type { Instant } from '../normalise/instant.ts';
import { formatInstant } from '../normalise/instant.ts';
import type { RecordKind } from '../normalise/record.ts';
import type { Settings } from '../settings.ts';
import { findSources, STANDARD_INPUT, sourceFault } from './find-sources.ts';
import { stageSource } from './load-source.ts';
import { openSource } from './open-source.ts';

/** From this many new rows on, the planner's statistics are worth making again. */
const ANALYZE_FROM_ROWS = 1000;

export interface IngestRequest {
  /** Files, folders, or `-` for standard input. */
  readonly paths: readonly string[];
  readonly kind?: RecordKind | undefined;
  /** When this is; kept with each source. */
  readonly readAt: Instant;
  /** Called before each file is read. */
  readonly onSource?: (name: string, index: number, of: number) => void;
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
  const results: SourceResult[] = [];
  const faults: Fault[] = [];
  let accepted = 0;
  await store.session(async (session) => {
    for (const [index, name] of names.entries()) {
      request.onSource?.(name, index, names.length);
      try {
        const result =
          (await findUnchanged(session, name, request.kind)) ??
          (await load(session, settings, name, request));
        accepted += result.unchanged ? 0 : result.accepted;
        results.push(result);
      } catch (error) {
        if (!(error instanceof Fault) || !error.code.startsWith('SOURCE_')) throw error;
        faults.push(error);
      }
    }
    if (accepted >= ANALYZE_FROM_ROWS)
      await session.script('analyze pay_ins; analyze callbacks; analyze violations');
  });
  const [first, ...others] = faults;
  if (first === undefined) return results;
  if (others.length === 0) throw first;
  const where = faults.map((fault) => fault.detail.where).join(', ');
  throw new Fault(first.code, { ...first.detail, where });
}

/** The counts of a file whose very bytes were read before; undefined if there is no such. */
async function findUnchanged(
  session: Session,
  name: string,
  kind: RecordKind | undefined,
): Promise<SourceResult | undefined> {
  if (name === STANDARD_INPUT) return undefined;
  let bytes: number;
  try {
    bytes = statSync(name).size;
  } catch (error) {
    throw sourceFault(error, name);
  }
  const candidates = await session.db
    .selectFrom('sources')
    .select(['sha256', 'records', 'accepted', 'duplicate', 'rejected'])
    .where('bytes', '=', String(bytes))
    .where('forced_kind', 'is not distinct from', kind ?? null)
    .execute();
  if (candidates.length === 0) return undefined;
  const sha256 = await digestOf(name);
  const same = candidates.find((candidate) => candidate.sha256 === sha256);
  if (same === undefined) return undefined;
  return { name, bytes, sha256, records: 0, accepted: 0, duplicate: 0, rejected: 0, unchanged: true };
}

async function digestOf(name: string): Promise<string> {
  const digest = createHash('sha256');
  try {
    for await (const chunk of createReadStream(name)) digest.update(chunk);
  } catch (error) {
    throw sourceFault(error, name);
  }
  return digest.digest('hex');
}

async function load(
  session: Session,
  settings: Settings,
  name: string,
  request: IngestRequest,
): Promise<SourceResult> {
  return transaction(session, async () => {
    await session.script('truncate stage_pay_ins, stage_callbacks, stage_violations');
    const sourceId = await beginSource(session, name, request);
    const content = openSource(name, settings.ingest.maxFileBytes);
    const staged = await stageSource(session, content, sourceId, settings, request.kind);
    let accepted = 0;
    if (staged.payIns > 0) {
      const { changed } = await runSqlFile(session, 'ingest/010_pay_ins.sql');
      if (changed < staged.payIns) await runSqlFile(session, 'ingest/040_pay_in_spellings.sql');
      accepted += changed;
    }
    if (staged.callbacks > 0) {
      const { changed } = await runSqlFile(session, 'ingest/020_callbacks.sql');
      if (changed < staged.callbacks) await runSqlFile(session, 'ingest/050_callback_spellings.sql');
      accepted += changed;
    }
    if (staged.violations > 0) await runSqlFile(session, 'ingest/030_violations.sql');
    const result: SourceResult = {
      name,
      bytes: content.bytes(),
      sha256: content.sha256(),
      records: staged.records,
      accepted,
      duplicate: staged.payIns + staged.callbacks - accepted,
      rejected: staged.rejected,
      unchanged: false,
    };
    await finishSource(session, sourceId, result);
    return result;
  });
}

async function beginSource(session: Session, name: string, request: IngestRequest): Promise<number> {
  const row = await session.db
    .insertInto('sources')
    .values({
      name,
      forced_kind: request.kind ?? null,
      sha256: '',
      bytes: '0',
      read_at: formatInstant(request.readAt),
      records: '0',
      accepted: '0',
      duplicate: '0',
      rejected: '0',
    })
    .returning('source_id')
    .executeTakeFirstOrThrow();
  return row.source_id;
}

async function finishSource(session: Session, sourceId: number, result: SourceResult): Promise<void> {
  await session.db
    .updateTable('sources')
    .set({
      sha256: result.sha256,
      bytes: String(result.bytes),
      records: String(result.records),
      accepted: String(result.accepted),
      duplicate: String(result.duplicate),
      rejected: String(result.rejected),
    })
    .where('source_id', '=', sourceId)
    .execute();
}
