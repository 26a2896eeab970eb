import { sql } from 'kysely';
import { LOCKS } from '../../database/locks.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';

/**
 * Reads the store as it is at one moment, however long that takes, and changes nothing. It takes no lock: a nightly
 * run goes on beside it and neither waits nor fails, and what it commits meanwhile is not seen.
 */
export function atOneMoment<T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> {
  return store.session((session) =>
    transaction(session, async () => {
      await session.script('set transaction isolation level repeatable read, read only');
      return new Rollback(await work(session));
    }),
  );
}

/** Whether another process holds the lock of this store now. Of an embedded one there is none beside this. */
export async function isRunAtWork(session: Session): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and (classid::bigint << 32) | objid::bigint = ${LOCKS.store}::bigint
        and database = (select oid from pg_database where datname = current_database())
    ) as held`.execute(session.db);
  return rows[0]!.held;
}
