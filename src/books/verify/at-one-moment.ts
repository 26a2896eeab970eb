import { sql } from 'kysely';
import { LOCKS } from '../../database/locks.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';

/**
 * Reads a consistent snapshot of the store and changes nothing. It takes no lock, so a nightly run continues meanwhile
 * and its commits are not visible here.
 */
export function atOneMoment<T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> {
  return store.session((session) =>
    transaction(session, async () => {
      await session.script('set transaction isolation level repeatable read, read only');
      return new Rollback(await work(session));
    }),
  );
}

/**
 * Whether another connection holds the store's lock now: a job that looks holds it itself. The embedded engine allows only
 * one process.
 */
export async function isRunAtWork(session: Session): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and (classid::bigint << 32) | objid::bigint = ${LOCKS.store}::bigint
        and database = (select oid from pg_database where datname = current_database())
        and pid <> pg_backend_pid()
    ) as held`.execute(session.db);
  return rows[0]!.held;
}
