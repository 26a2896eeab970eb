import { runSqlFile, type SqlParameters } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import { readingSettingsDigest } from '../normalise/reading-settings.ts';
import type { RecordKind } from '../normalise/record.ts';
import { inPhase } from '../phases.ts';
import type { Progress } from '../progress.ts';
import type { Settings } from '../settings.ts';
import type { SourceResult } from './ingest.ts';
import { declareReach, keepReaches } from './keep-reaches.ts';
import { stageSource } from './load-source.ts';
import { openSource } from './open-source.ts';

export interface KeepRequest {
  readonly name: string;
  readonly kind?: RecordKind | undefined;
  /** How the file is cut into records, see readingDigest. */
  readonly reading: string;
  readonly readAt: Instant;
  /** Until when it is complete, as somebody says. */
  readonly completeUntil?: Instant | undefined;
  readonly progress?: Progress | undefined;
}

/** Reads one source and adds what is new in it to the evidence. Only within a transaction. */
export async function keepSource(
  session: Session,
  settings: Settings,
  request: KeepRequest,
): Promise<SourceResult> {
  const { name } = request;
  await session.script('truncate stage_pay_ins, stage_callbacks, stage_violations');
  const sourceId = await beginSource(session, settings, request);
  const { progress } = request;
  const content = openSource(name, settings.ingest.maxFileBytes, (bytes) => progress?.advance(bytes));
  const staged = await stageSource(session, name, content, sourceId, settings, request.kind);
  let accepted = 0;
  if (staged.payIns > 0) {
    const { changed } = await merge(session, 'ingest/010_pay_ins.sql');
    if (changed < staged.payIns)
      await merge(session, 'ingest/040_pay_in_spellings.sql', { source: sourceId });
    accepted += changed;
  }
  if (staged.callbacks > 0) {
    const { changed } = await merge(session, 'ingest/020_callbacks.sql');
    if (changed < staged.callbacks)
      await merge(session, 'ingest/050_callback_spellings.sql', { source: sourceId });
    accepted += changed;
  }
  if (staged.violations > 0) await merge(session, 'ingest/030_violations.sql');
  await keepReaches(session, settings, sourceId, request.readAt);
  if (request.completeUntil !== undefined)
    await declareReach(session, sourceId, request.completeUntil, request.readAt);
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
  // What is cut has to be read again, even if nothing is added any more and the bytes stay as they are.
  await finishSource(session, sourceId, result, staged.isCut ? '' : request.reading);
  return result;
}

/** Runs a file of sql/ingest, which brings what is staged into the evidence. */
function merge(session: Session, path: string, parameters: SqlParameters = {}) {
  return inPhase('merge', () => runSqlFile(session, path, parameters), path);
}

async function beginSource(session: Session, settings: Settings, request: KeepRequest): Promise<number> {
  const row = await session.db
    .insertInto('sources')
    .values({
      name: request.name,
      forced_kind: request.kind ?? null,
      reading: '',
      normalised_by: readingSettingsDigest(settings),
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

async function finishSource(
  session: Session,
  sourceId: number,
  result: SourceResult,
  reading: string,
): Promise<void> {
  await session.db
    .updateTable('sources')
    .set({
      reading,
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
