import { transactionOf, untilNoLaneWorks, workForRun } from '../database/locks.ts';
import { type Session, transaction } from '../database/store.ts';
import type { Tables } from '../database/tables.ts';

/** How long to wait for other users of the tables, such as a backup. */
const PATIENCE = '2s';

const LOCK_NOT_AVAILABLE = '55P03';

/** Tables that lanes write results to before the run is finished. */
const RESULT_ROWS = ['order_rows', 'finding_rows', 'statement_rows'] as const satisfies ReadonlyArray<
  keyof Tables
>;

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
  await withoutLanes(session, inPlace, truncated(tables), async (own) => {
    await own.script(`savepoint patient; set local lock_timeout = '${PATIENCE}'`);
    try {
      await own.script(truncated(tables));
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      await own.script('rollback to savepoint patient');
      await own.script(tables.map((table) => `delete from ${table}`).join('; '));
    }
  });
}

/**
 * Deletes the results that lanes of an interrupted run have written. They were never shown, and must not be once a later
 * run is finished.
 * @param lastRun the newest finished run; 0 if there is none
 */
export async function dropUnfinished(session: Session, lastRun: number, inPlace: boolean): Promise<void> {
  const deletes = RESULT_ROWS.map((table) => `delete from ${table} where from_run > ${lastRun}`).join('; ');
  await withoutLanes(session, inPlace, deletes, (own) => own.script(deletes));
}

/** Runs a script in the run's own transaction, or work on another connection while no lane works. */
async function withoutLanes(
  session: Session,
  inPlace: boolean,
  script: string,
  work: (own: Session) => Promise<void>,
): Promise<void> {
  if (session.beside === undefined) return session.script(script);
  if (inPlace) {
    await untilNoLaneWorks(session);
    return session.script(script);
  }
  const run = await transactionOf(session);
  await session.beside(1, (own) =>
    transaction(own, async () => {
      await workForRun(own, run, 'alone');
      await work(own);
    }),
  );
}

function truncated(tables: ReadonlyArray<keyof Tables>): string {
  return `truncate ${tables.join(', ')}`;
}
