import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/run.ts';
import type { CoveredKind } from './find-gaps.ts';

/** A name under which the bytes of a source came. */
export interface SourceName {
  readonly source_id: number;
  readonly name: string;
}

/** The names under which the sources that a run knows came, but for those that were withdrawn. */
export async function sourceNames(session: Session, run: Run): Promise<SourceName[]> {
  const names = (table: 'sources' | 'source_names') =>
    session.db
      .selectFrom(table)
      .select(['source_id', 'name'])
      .where('source_id', '<=', run.lastSourceId)
      .where('source_id', 'not in', (db) =>
        db.selectFrom('sources as s').select('s.source_id').where('s.withdrawn_by', 'is not', null),
      );
  return names('sources').union(names('source_names')).execute();
}

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
export async function unreadSources(session: Session, run: Run, lastAsOf: string): Promise<Unread> {
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

/** The regions and kinds of the records that sources brought. */
export async function broughtBy(session: Session, sources: readonly number[]) {
  if (sources.length === 0) return [];
  const { rows } = await sql<{ region: string; kind: CoveredKind }>`
    select distinct region, kind from record_counts where source_id = any (${[...sources]}::integer[])`.execute(
    session.db,
  );
  return rows;
}
