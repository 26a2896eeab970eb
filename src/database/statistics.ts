import { sql } from 'kysely';
import type { Session } from './store.ts';
import type { Tables } from './tables.ts';

/** Statistics are not refreshed for fewer new or changed rows than this. */
export const ANALYZE_FROM_ROWS = 1000;

/**
 * Refreshes the planner's statistics of tables that have grown by a tenth since the last time, or that have none. The
 * embedded engine does not do so by itself, and without statistics a join of large tables can take hours; for a table
 * with years of rows they take longer than reading one day.
 */
export async function analyzeGrown(session: Session, tables: ReadonlyArray<keyof Tables>): Promise<void> {
  // On a cluster, distributed tables have no rows and no statistics here.
  const { rows } = await sql<{ name: string }>`
    select t.name
    from unnest(${tables}::text[]) t (name)
    join pg_class c on c.oid = to_regclass(t.name)
    join pg_namespace n on n.oid = c.relnamespace
    where not exists (select from pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname)
       or pg_relation_size(c.oid) > 1.1 * c.relpages * current_setting('block_size')::bigint
    order by t.name`.execute(session.db);
  if (rows.length > 0) await session.script(`analyze ${rows.map(({ name }) => name).join(', ')}`);
}

/** Analyzes a small sample, which is enough for row counts; a larger one takes longer than better plans save. */
export async function analyzeSample(session: Session, tables: readonly string[]): Promise<void> {
  await session.script(
    `set local default_statistics_target = 10; analyze ${tables.join(', ')}; set local default_statistics_target to default`,
  );
}
