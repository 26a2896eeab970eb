import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/run.ts';

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
