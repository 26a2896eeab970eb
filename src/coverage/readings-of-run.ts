import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/run.ts';

/** The newest withdrawal of a source, after which gaps are looked for everywhere. */
export async function newestWithdrawal(session: Session): Promise<string | null> {
  const { newest } = await session.db
    .selectFrom('sources')
    .select(({ fn }) => fn.max('withdrawn_by').as('newest'))
    .executeTakeFirstOrThrow();
  return newest;
}

export interface Reading {
  readonly normalised_by: string | null;
  readonly reading_rules: number;
}

/** By which settings and reading rules the sources of a run were read: a renormalise counts their records again. */
export async function readingsOf(session: Session, run: Run): Promise<readonly Reading[]> {
  return session.db
    .selectFrom('sources')
    .select(['normalised_by', 'reading_rules'])
    .distinct()
    .where('source_id', '<=', run.lastSourceId)
    .orderBy('normalised_by')
    .orderBy('reading_rules')
    .execute();
}

/** Sources of which a run knows the number, but not yet what statements they brought. */
export interface Unread {
  /** Those that were read after the as-of. */
  readonly now: readonly number[];
  /** Those that were read between the as-ofs of this run and the one before it. */
  readonly changed: readonly number[];
}

/** A row of a statement is known from when it was read, a record of a log from when it was written. */
export async function sourcesReadLater(session: Session, run: Run, lastAsOf: string): Promise<Unread> {
  const { rows } = await sql<{ source_id: number; now: boolean; before: boolean }>`
    select source_id, read_at > ${run.asOf}::timestamptz as now, read_at > ${lastAsOf}::timestamptz as before
    from sources
    where source_id <= ${run.lastSourceId}::integer
      and read_at > least(${run.asOf}::timestamptz, ${lastAsOf}::timestamptz)`.execute(session.db);
  const numbers = (found: typeof rows) => found.map(({ source_id: source }) => source);
  return {
    now: numbers(rows.filter(({ now }) => now)),
    changed: numbers(rows.filter(({ now, before }) => now !== before)),
  };
}
