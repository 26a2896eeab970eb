import { sql } from 'kysely';
import { isCitus } from '../../database/distribute.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import { READING_RULES, readingSettingsDigest } from '../../normalise/reading-settings.ts';
import type { RecordKind } from '../../normalise/record.ts';
import { inPhase } from '../../phases.ts';
import type { Settings } from '../../settings/schema.ts';
import { formatByName } from '../files/source-format.ts';
import type { StagedSource } from '../stage-source.ts';
import {
  addNew,
  addRestated,
  EVIDENCE,
  hasPurged,
  keepLeastSpellings,
  noteCopies,
  noteReleased,
  numberEqualRows,
  takeOutPurged,
} from './add-new.ts';
import { otherRecords, type Remarkable, remarkableRows } from './remarkable-rows.ts';
import { type EarlierSource, refuseOtherRows, refuseSecondRows } from './second-rows.ts';
import { coverSource } from './source-coverage.ts';

/** A source whose records are staged. */
export interface ReadSource {
  readonly name: string;
  readonly kind?: RecordKind | undefined;
  /** How it is cut into records, see readingDigest. */
  readonly reading: string;
  readonly readAt: Instant;
  /** Until when it is declared complete. */
  readonly completeUntil?: Instant | undefined;
  /** Of the stored bytes. */
  readonly bytes: number;
  readonly sha256: string;
  readonly staged: StagedSource;
  /** Whether its rows are those of a query, which may say the same twice. */
  readonly isQuery?: boolean;
  /** Whether its rows may have other values than when the query was read before. */
  readonly mayDiffer?: boolean;
}

/** Counts of a source: records = accepted + duplicate + rejected. */
export interface KeptCounts {
  readonly records: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
}

export interface KeptSource extends KeptCounts, Remarkable {
  readonly sourceId: number;
  /** How many rows of a bank are rows of their own because of it. */
  readonly released: number;
  /** The latest time of a record of it, in UTC as PostgreSQL writes it; undefined without one. */
  readonly newestAt: string | undefined;
  /** Records with a field that the setting absent names, by its path there. */
  readonly unexpected: Readonly<Record<string, number>>;
}

/**
 * Adds what is new of a staged source to the evidence. Only within a transaction that keeps in turn (see keepInTurn):
 * of two sources that stage the same record at the same time, the first to be kept has it, and the other has a
 * duplicate.
 */
export async function keepSource(
  session: Session,
  settings: Settings,
  source: ReadSource,
): Promise<KeptSource> {
  const { staged, name } = source;
  const sourceId = await atFaultPoint('ingest.source', () => beginSource(session, settings, source));
  const merge = (path: string) =>
    atFaultPoint('ingest.merge', () =>
      inPhase('merge', () => runSqlFile(session, path, { source: sourceId }), path),
    );
  const isCluster = await isCitus(session);
  const wasPurged = await hasPurged(session);
  const remarkable = await remarkableRows(session, staged, source.isQuery);
  const before = await readBefore(session, source, sourceId);
  const sameBytes = before.map(({ source_id }) => source_id);
  const place = await keepPlace(session, sourceId, before);
  let accepted = 0;
  let released = 0;
  for (const evidence of EVIDENCE) {
    const count = evidence.staged(staged);
    if (count === 0) continue;
    await numberEqualRows(session, evidence);
    if (source.mayDiffer && evidence.corrects === true) await refuseOtherRows(session, evidence, name);
    if (wasPurged) await takeOutPurged(session, evidence.table);
    if (evidence.corrects === true) await refuseSecondRows(session, settings, evidence, name, before);
    let changed = await addNew(session, evidence, sourceId, isCluster);
    released += await noteReleased(session, evidence, sourceId, source);
    if (changed < count && evidence.corrects === true)
      changed += await addRestated(session, evidence, sourceId, isCluster, place);
    if (changed < count) {
      await noteCopies(session, evidence, sourceId, name);
      await keepLeastSpellings(session, evidence, sourceId);
    }
    accepted += changed;
  }
  if (wasPurged) await takeOutPurged(session, 'violations');
  if (staged.violations > 0) await merge('ingest/030_violations.sql');
  if (staged.rejected > 0) await merge('ingest/060_rejects.sql');
  const newestAt = await atFaultPoint('ingest.coverage', () =>
    keepCoverage(session, settings, sourceId, source),
  );
  if (source.completeUntil !== undefined)
    await declareComplete(session, sourceId, source.completeUntil, source.readAt);
  const { records, rejected } = staged;
  const counts = { records, accepted, duplicate: records - accepted - rejected, rejected };
  await finishSource(session, sourceId, counts);
  // Sheets of a workbook have the same bytes, and each is a source.
  const others = formatByName(name) === 'workbook' ? {} : await otherRecords(session, sourceId, sameBytes);
  const { unexpected } = staged.fields;
  return { ...counts, sourceId, released, newestAt, unexpected, ...remarkable, ...others };
}

/**
 * The sources that were read of the same bytes before, by other settings, but for those that were withdrawn; newest first. None for
 * a query, of which refuseOtherRows looks at all rows.
 */
async function readBefore(
  session: Session,
  { sha256, bytes, isQuery }: ReadSource,
  sourceId: number,
): Promise<EarlierSource[]> {
  if (isQuery === true) return [];
  return session.db
    .selectFrom('sources')
    .select(['source_id', 'name', 'place'])
    .where('sha256', '=', sha256)
    .where('bytes', '=', String(bytes))
    .where('withdrawn_by', 'is', null)
    .where('source_id', '<>', sourceId)
    .orderBy('source_id', 'desc')
    .execute();
}

/** In the order of reading, a source is where its bytes were read first: what corrects them since goes on correcting them. */
async function keepPlace(
  { db }: Session,
  sourceId: number,
  before: readonly EarlierSource[],
): Promise<number> {
  if (before.length === 0) return sourceId;
  const place = Math.min(...before.map((one) => one.place ?? one.source_id));
  await db.updateTable('sources').set({ place }).where('source_id', '=', sourceId).execute();
  return place;
}

async function beginSource(session: Session, settings: Settings, source: ReadSource): Promise<number> {
  const row = await session.db
    .insertInto('sources')
    .values({
      name: source.name,
      forced_kind: source.kind ?? null,
      // A cut source has to be read again, even if its bytes stay the same.
      reading: source.staged.isCut ? '' : source.reading,
      normalised_by: readingSettingsDigest(settings, isStated(source.staged)),
      reading_rules: READING_RULES,
      sha256: source.sha256,
      bytes: String(source.bytes),
      read_at: formatInstant(source.readAt),
      records: '0',
      accepted: '0',
      duplicate: '0',
      rejected: '0',
    })
    .returning('source_id')
    .executeTakeFirstOrThrow();
  return row.source_id;
}

function isStated({ statements, bankRows }: ReadSource['staged']): boolean {
  return statements + bankRows > 0;
}

async function finishSource(session: Session, sourceId: number, counts: KeptCounts): Promise<void> {
  await session.db
    .updateTable('sources')
    .set({
      records: String(counts.records),
      accepted: String(counts.accepted),
      duplicate: String(counts.duplicate),
      rejected: String(counts.rejected),
    })
    .where('source_id', '=', sourceId)
    .execute();
}

/**
 * Keeps the coverage of a source by its staged records, and counts what it added. Only within the transaction that keeps the source.
 * @returns its latest time, in UTC as PostgreSQL writes it
 */
async function keepCoverage(
  session: Session,
  settings: Settings,
  sourceId: number,
  { readAt, staged }: ReadSource,
): Promise<string | undefined> {
  await coverSource(session, settings, sourceId, { readAt, isStated: isStated(staged) });
  const { newest } = await session.db
    .selectFrom('source_coverage')
    .select(({ fn }) => fn.max('newest_at').as('newest'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return newest ?? undefined;
}

/**
 * Keeps a name under which the bytes of a source came again, when, and at which place in the order of reading: if the source is
 * withdrawn, they count from there. An expected file has come by it.
 */
export async function keepName(
  { db }: Session,
  sourceId: number,
  name: string,
  readAt: Instant,
): Promise<void> {
  await sql`
    insert into source_names (source_id, name, read_at, place)
    select source_id, ${name}::text, ${formatInstant(readAt)}::timestamptz,
           nextval(pg_get_serial_sequence('sources', 'source_id'))
    from sources
    where source_id = ${sourceId}::integer
      and name <> ${name}::text
      and not exists (select from source_names where source_id = ${sourceId}::integer and name = ${name}::text)
    on conflict do nothing`.execute(db);
}

/** Keeps a declaration that a source is complete until a time; later runs use it. */
export async function declareComplete(
  session: Session,
  sourceId: number,
  completeUntil: Instant,
  declaredAt: Instant,
): Promise<void> {
  const declared = {
    source: sourceId,
    complete_until: formatInstant(completeUntil),
    declared_at: formatInstant(declaredAt),
  };
  await atFaultPoint('declare.complete', () => runSqlFile(session, 'ingest/080_declaration.sql', declared));
}
