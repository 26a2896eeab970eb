import { sql } from 'kysely';
import { runSqlFile } from './sql-file.ts';
import type { Session } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * The tables that grow with the number of orders. On a Citus cluster each lies on the workers by `order_no`, and all of
 * an order together; the others stay on the coordinator. The first is the one that the others are placed by.
 */
export const DISTRIBUTED_TABLES: ReadonlyArray<keyof Tables> = [
  'pay_ins',
  'callbacks',
  'violations',
  'unmatched_callbacks',
  'order_results',
  'payment_results',
  'finding_results',
  'orphan_results',
  'work_keys',
  'work_grouped',
  'work_callbacks',
  'work_answers',
  'work_orders',
  'work_notifications',
  'work_payments',
  'work_evidence',
  'work_verdicts',
  'work_findings',
  'work_order_results',
  'work_payment_results',
  'work_finding_results',
  'work_orphan_results',
  'work_purged_keys',
];

/**
 * Spreads the big tables over a cluster's workers where the database has the extension citus; elsewhere does nothing.
 * Again after every migration, so that tables that came since are spread too. Within the caller's transaction.
 * @returns the tables that were spread now
 */
export async function distribute(session: Session): Promise<string[]> {
  if (!(await isCitus(session))) return [];
  const { rows } = await runSqlFile<{ name: string }>(session, 'distribute/010_by_order.sql', {
    tables: DISTRIBUTED_TABLES,
  });
  const tables = rows.map(({ name }) => name);
  if (tables.length > 0) await runSqlFile(session, 'distribute/020_local_copies.sql', { tables });
  return tables;
}

/** Whether the database is that of a Citus coordinator. */
export async function isCitus(session: Session): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as there`.execute(session.db);
  return rows[0]!.there;
}
