import { transactionOf, workForRun } from '../database/locks.ts';
import { type Session, transaction } from '../database/store.ts';
import type { Tables } from '../database/tables.ts';

/** How long to wait for other users of the tables, such as a backup. */
const PATIENCE = '2s';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Empties work tables before a run fills them. If the engine has several connections, it uses a separate one. Otherwise
 * the emptied tables would stay locked until the run's transaction ends; a backup waiting for them may hold a lock that
 * the run's lanes need, a deadlock that no server detects. Afterwards no lane of an interrupted run still works on the
 * tables.
 * @param inPlace for tables that the run's own transaction has filled
 */
export async function emptyTables(
  session: Session,
  tables: ReadonlyArray<keyof Tables>,
  inPlace: boolean,
): Promise<void> {
  if (inPlace || session.beside === undefined) return session.script(truncated(tables));
  const run = await transactionOf(session);
  await session.beside(1, (own) =>
    transaction(own, async () => {
      await workForRun(own, run, 'alone');
      await own.script(`savepoint patient; set local lock_timeout = '${PATIENCE}'`);
      try {
        await own.script(truncated(tables));
      } catch (error) {
        if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
        await own.script('rollback to savepoint patient');
        await own.script(tables.map((table) => `delete from ${table}`).join('; '));
      }
    }),
  );
}

function truncated(tables: ReadonlyArray<keyof Tables>): string {
  return `truncate ${tables.join(', ')}`;
}
