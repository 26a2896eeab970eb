import { sql } from 'kysely';
import type { Session } from './store.ts';
import type { Tables } from './tables.ts';

/** From this many new or changed rows on, the planner's statistics may be worth making again. */
export const ANALYZE_FROM_ROWS = 1000;

/**
 * Makes the planner's statistics anew of those tables that have grown by a tenth since it was last done, or that have
 * none. The embedded engine makes none by itself, and without them a join of large tables can take hours; of a
 * table that holds years they take longer than what one day adds.
 */
export async function analyzeGrown(session: Session, tables: ReadonlyArray<keyof Tables>): Promise<void> {
  // Where a cluster has spread a table, there is nothing of it here, nor statistics.
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

/** Makes statistics of a sample that tells how many rows there are: more of it takes longer than the plans are better. */
export async function analyzeSample(session: Session, tables: readonly string[]): Promise<void> {
  await session.script(
    `set local default_statistics_target = 10; analyze ${tables.join(', ')}; set local default_statistics_target to default`,
  );
}
