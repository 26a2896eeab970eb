import { type RawBuilder, sql } from 'kysely';
import { runSqlFile, type SqlParameters, sqlPart } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant } from '../../normalise/instant.ts';
import { inPhase } from '../../phases.ts';
import { regionZones } from '../../settings/region-zones.ts';
import type { Settings } from '../../settings/schema.ts';

const STAGED = tablesOf('stage_');
const STORED = tablesOf('');

/** Keeps the coverage of a source by its staged records, and counts those that it added. */
export async function coverSource(
  session: Session,
  settings: Settings,
  source: number,
  { readAt, isStated }: { readonly readAt: Instant; readonly isStated: boolean },
): Promise<void> {
  const latest = formatInstant(addSeconds(readAt, settings.allowedSkewSeconds));
  const parameters = {
    ...{ ...STAGED, source_id: sql`${source}::integer`, of_sources: sql`source_id = ${source}::integer` },
    in_time: sql`where r.at <= ${latest}::timestamptz`,
    ...regionZones(settings),
  };
  const run = (path: string) => inPhase('merge', () => sqlPart(path, parameters).execute(session.db), path);
  await run('ingest/070_coverage.sql');
  await run('ingest/110_record_counts.sql');
  if (!isStated) return;
  await run('ingest/072_stated_coverage.sql');
  await run('ingest/112_statement_counts.sql');
}

/** Finds out again how far the sources go, and how many stored records there are when. */
export async function coverAgain(session: Session, settings: Settings): Promise<void> {
  const parameters = {
    ...{ ...STORED, source_id: sql.ref('source_id') },
    ...{ in_time: beforeRead(settings), ...regionZones(settings) },
  };
  await runSqlFile(session, 'renormalise/060_forget_reaches.sql');
  await sqlPart('ingest/070_coverage.sql', parameters).execute(session.db);
  await sqlPart('ingest/072_stated_coverage.sql', parameters).execute(session.db);
  await countAgain(session, settings, null);
}

/** Counts again how many stored records there are when. @param sources null: all */
export async function countAgain(
  session: Session,
  settings: Settings,
  sources: readonly number[] | null,
): Promise<void> {
  const of_sources = sources === null ? sql`true` : sql`source_id = any (${[...sources]}::integer[])`;
  const parameters: SqlParameters = { of_sources, in_time: beforeRead(settings), ...regionZones(settings) };
  await runSqlFile(session, 'renormalise/080_forget_counts.sql', { sources });
  await sqlPart('ingest/110_record_counts.sql', parameters).execute(session.db);
  await sqlPart('ingest/112_statement_counts.sql', parameters).execute(session.db);
  await runSqlFile(session, 'watch/counts/050_count_again.sql', { before: 'infinity' });
}

/** The tables of evidence, or their staging tables, as parts of a statement. */
function tablesOf(prefix: string): SqlParameters {
  const tables = ['pay_ins', 'callbacks', 'statements', 'bank_rows'];
  return Object.fromEntries(tables.map((table) => [table, sql.table(`${prefix}${table}`)]));
}

/** A record with a time after its source was read does not count. */
function beforeRead({ allowedSkewSeconds }: Settings): RawBuilder<unknown> {
  return sql`join sources s on s.source_id = r.source_id
    where r.at <= s.read_at + make_interval(secs => ${allowedSkewSeconds}::integer)`;
}
