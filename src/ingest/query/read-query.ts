import { sql } from 'kysely';
import { recordKind } from '../../contract/record-kinds.ts';
import { claimFile, keepInTurn, loading } from '../../database/locks.ts';
import { readSql, runSqlFile } from '../../database/sql-file.ts';
import { Rollback, type Session, type Store } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import type { Instant } from '../../normalise/instant.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { resultOf, type SourceResult } from '../ingest.ts';
import { sampleOf } from '../sample/sample-of.ts';
import { sourceSettings } from '../source-settings.ts';
import { type KeptSource, keepSource } from '../staging/keep-source.ts';
import { toCells } from './column-texts.ts';
import { type QueryColumns, readQueryColumns, sourceFile } from './query-columns.ts';
import { queryRows } from './query-rows.ts';
import { openSourceDatabase, type SourceDatabase } from './source-database.ts';
import { findMark, isReadOn, keepMark, mayHaveOtherTexts, queryReading } from './source-mark.ts';
import { type StagedQuery, stageQuery } from './stage-query.ts';
import { textsDigest } from './texts-digest.ts';
import { findRange, typeOf, type WatermarkRange, watermarkField } from './watermark.ts';

export interface QueryRequest {
  readonly readAt: Instant;
  readonly workingDirectory: string;
  readonly progress?: Progress | undefined;
  /** Reads only so many of the first rows, returns what they would become, and keeps nothing. */
  readonly firstRows?: number | undefined;
}

export interface QueryResult {
  readonly result: SourceResult;
  /** The greatest watermark read so far, as PostgreSQL writes it; undefined until there was a row. */
  readonly mark: string | undefined;
}

/**
 * Reads what is new of a query. Rows are kept in one transaction with the mark that says how far was read: whatever
 * fails on either side, the next reading begins where the last complete one ended. It begins earlier than the mark by
 * the overlap, to find rows that were committed late; rows read again are duplicates.
 * @throws Fault SOURCE_UNREACHABLE, SOURCE_QUERY, SOURCE_READ_OTHERWISE, SECRET_UNAVAILABLE, SETTINGS_INVALID
 */
export async function readQuery(
  store: Store,
  source: SourceSettings,
  settings: Settings,
  request: QueryRequest,
): Promise<QueryResult> {
  const progress = request.progress ?? SILENT;
  return loading<QueryResult>(store, async (session) => {
    // Before the merchant's database is opened: no transaction is held open there while another process reads it.
    await claimFile(session, sourceFile(source), true);
    const database = await openSourceDatabase(source, request.workingDirectory);
    try {
      progress.begin(`Reading ${source.name}`, undefined, 'row');
      return await readWithin(session, database, {
        source,
        settings: sourceSettings(source, settings),
        request,
      });
    } finally {
      await database.close();
      progress.end();
    }
  });
}

/**
 * Checks that the database of a query can be reached and its columns are known; reads no row.
 * @returns host, port and database, and how many columns are read
 * @throws Fault SOURCE_UNREACHABLE, SOURCE_QUERY, SECRET_UNAVAILABLE, SETTINGS_INVALID
 */
export async function testQuery(
  source: SourceSettings,
  settings: Settings,
  workingDirectory: string,
): Promise<{ readonly address: string; readonly columns: number }> {
  const database = await openSourceDatabase(source, workingDirectory);
  try {
    const { plan } = await readQueryColumns(database, source, sourceSettings(source, settings));
    return { address: database.address, columns: plan.containers.length + plan.fields.length };
  } finally {
    await database.close();
  }
}

interface QueryWork {
  readonly source: SourceSettings;
  readonly settings: Settings;
  readonly request: QueryRequest;
}

async function readWithin(
  session: Session,
  database: SourceDatabase,
  work: QueryWork,
): Promise<QueryResult | Rollback<QueryResult>> {
  const { source, settings, request } = work;
  const isTest = request.firstRows !== undefined;
  const reading = queryReading(source, database.address, settings);
  const mark = isTest ? undefined : await findMark(session, source.name);
  await session.script(readSql('ingest/000_staging.sql'));
  await session.script(readSql('ingest/005_staged_rows.sql'));
  const columns = await readQueryColumns(database, source, settings);
  const now = {
    reading,
    texts: textsDigest(settings, sourceFile(source), columns),
    type: typeOf(source, watermarkField(source, columns.fields)).type,
  };
  const before = mark !== undefined && isReadOn(mark, now) ? mark : undefined;
  const { range, rows } = await stageRange(session, database, work, columns, before?.watermark);
  // The merchant's database is released first: its old rows could not be vacuumed while this program waits for
  // others.
  await database.close();
  await keepInTurn(session);
  const mayDiffer = mark !== undefined && mayHaveOtherTexts(mark, now);
  const kept = await keepRows(session, work, { reading, rows, isKnown: before !== undefined, mayDiffer });
  const read = { name: sourceFile(source), bytes: rows.bytes, sha256: rows.sha256 };
  const result = resultOf(read, kept);
  if (isTest) {
    const sample = await sampleOf(session, settings, request.firstRows, rows.staged);
    return new Rollback({ result: { ...result, sample }, mark: range.mark });
  }
  const reached = { ...now, watermark: range.mark };
  await atFaultPoint('query.mark', () => keepMark(session, source.name, reached, request.readAt));
  return { result, mark: range.mark };
}

async function stageRange(
  session: Session,
  database: SourceDatabase,
  { source, settings, request }: QueryWork,
  { fields, plan }: QueryColumns,
  mark: string | undefined,
): Promise<{ range: WatermarkRange; rows: StagedQuery }> {
  const range = await findRange(database, source, mark, fields, source.zone ?? settings.logs.zone);
  const blocks = queryRows(database, source, fields, range, request.firstRows);
  const rows = await stageQuery(session, blocks, {
    settings,
    kind: recordKind(source.kind),
    plan,
    cells: toCells(fields, plan),
    onRows: (count) => request.progress?.advance(count),
  });
  return { range, rows };
}

interface ReadRows {
  readonly reading: string;
  readonly rows: StagedQuery;
  /** Whether it was read in the same way before. */
  readonly isKnown: boolean;
  readonly mayDiffer: boolean;
}

/** Keeps what is new; a reading without anything new is not listed among the sources. */
async function keepRows(
  session: Session,
  { source, settings, request }: QueryWork,
  { reading, rows, isKnown, mayDiffer }: ReadRows,
): Promise<KeptSource> {
  const { name } = source;
  const again = isKnown ? (await runSqlFile(session, 'ingest/090_known_rejects.sql', { name })).changed : 0;
  await session.db.deleteFrom('known_rejects').where('name', '=', name).execute();
  await runSqlFile(session, 'ingest/100_rejects_to_know.sql', { name });
  await session.script('savepoint before_rows');
  const kept = await keepSource(session, settings, {
    name: sourceFile(source),
    kind: recordKind(source.kind),
    reading,
    readAt: request.readAt,
    bytes: rows.bytes,
    sha256: rows.sha256,
    isQuery: true,
    mayDiffer,
    staged: { ...rows.staged, rejected: rows.staged.rejected - again },
  });
  const { accepted, rejected, released, sourceId } = kept;
  const isNews = accepted + rejected + released > 0 || (await hasNews(session, sourceId));
  if (!isNews) await session.script('rollback to savepoint before_rows');
  await session.script('release savepoint before_rows');
  return kept;
}

const NEWS_COLUMNS = [
  ['violations', 'source_id'],
  ['pay_ins', 'amended_by'],
  ['callbacks', 'amended_by'],
  ['record_copies', 'source_id'],
] as const;

/**
 * Whether duplicates added anything to what is stored: a broken rule, another spelling, another name that brought them. One query for each table,
 * because clusters do not accept a combined one.
 */
async function hasNews({ db }: Session, sourceId: number): Promise<boolean> {
  for (const [table, column] of NEWS_COLUMNS) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${sourceId}::integer limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
