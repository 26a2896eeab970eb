import { sql } from 'kysely';
import { workForRun } from '../database/locks.ts';
import { type Session, transaction } from '../database/store.ts';

/**
 * How long to wait for a table lock, such as that of an `alter table`. The lock's holder may itself be waiting for the run,
 * while the run waits for this connection in Node. No server detects this deadlock.
 */
const PATIENCE = '5min';

/**
 * Runs work in a transaction of another connection while the run is open. Temporary tables hide shared ones of the same names.
 * @param run number of the run's own transaction
 * @throws Fault DATABASE_BUSY
 * @throws Error where the run has ended
 */
export function inPartOfRun(session: Session, run: string, work: () => Promise<void>): Promise<void> {
  return transaction(session, async () => {
    await session.script(`set local lock_timeout = '${PATIENCE}'`);
    await workForRun(session, run, 'beside');
    // Needed for a search path that lists the temporary tables last.
    await sql`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`.execute(
      session.db,
    );
    await work();
  });
}
