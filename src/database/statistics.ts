import { sql } from 'kysely';
import type { Session } from './store.ts';
import type { Tables } from './tables.ts';

/** Statistics are not refreshed for fewer new or changed rows than this. */
export const ANALYZE_FROM_ROWS = 1000;

/** Refreshes the planner's statistics of those tables that need it, see {@link grownTables}. */
export async function analyzeGrown(session: Session, tables: ReadonlyArray<keyof Tables>): Promise<void> {
  const grown = await grownTables(session, tables);
  if (grown.length > 0) await analyze(session, grown);
}

/** Refreshes the planner's statistics of tables. */
export async function analyze(session: Session, tables: readonly string[]): Promise<void> {
  await session.script(`analyze ${tables.join(', ')}`);
}

/**
 * The tables that have grown by a tenth since their statistics were made, or that have none. The embedded engine does
 * not refresh them by itself, and without statistics a join of large tables can take hours; for a table with years of
 * rows they take longer than reading one day.
 */
export async function grownTables(session: Session, tables: ReadonlyArray<keyof Tables>): Promise<string[]> {
  // On a cluster, distributed tables have no rows and no statistics here.
  const { rows } = await sql<{ name: string }>`
    select t.name
    from unnest(${tables}::text[]) t (name)
    join pg_class c on c.oid = to_regclass(t.name)
    join pg_namespace n on n.oid = c.relnamespace
    where not exists (select from pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname)
       or pg_relation_size(c.oid) > 1.1 * c.relpages * current_setting('block_size')::bigint
    order by t.name`.execute(session.db);
  return rows.map(({ name }) => name);
}

/** Analyzes a small sample, which is enough for row counts; a larger one takes longer than better plans save. */
export async function analyzeSample(session: Session, tables: readonly string[]): Promise<void> {
  await session.script(
    `set local default_statistics_target = 10; analyze ${tables.join(', ')}; set local default_statistics_target to default`,
  );
}
