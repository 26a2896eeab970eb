import { transactionOf, workForRun } from '../database/locks.ts';
import { type Session, transaction } from '../database/store.ts';
import type { Tables } from '../database/tables.ts';

/** For how long others that look at the tables, as a backup does, are waited for. */
const PATIENCE = '2s';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Empties tables that runs work in, before a run fills them. Where there are several connections, on one of its own: a
 * table that the run's transaction emptied would be closed to all others until that ends, and a backup that waits for it
 * may have what the run's lanes wait for, which no server finds out. Nobody of a run that was cut off is at work on them
 * when that is done.
 * @param inPlace where the run's own transaction has filled them already
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
