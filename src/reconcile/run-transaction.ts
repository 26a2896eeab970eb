import { sql } from 'kysely';
import type { Session } from '../database/store.ts';

/** Number of the transaction at hand, by which those that work for it know it. */
export async function transactionOf(session: Session): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(session.db);
  return rows[0]!.id;
}

/** Throws Error where the transaction that the work is done for has ended. */
export async function checkUnderWay(session: Session, transaction: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select pg_xact_status(${transaction}::text::xid8) as status`.execute(session.db);
  if (rows[0]?.status !== 'in progress') throw new Error('the run that this was done for has ended');
}
