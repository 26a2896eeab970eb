import { sql } from 'kysely';
import { runSqlFile } from './sql-file.ts';
import type { Session } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * The tables that grow with the number of orders. On a Citus cluster they are distributed by `order_no` and co-located,
 * so that all rows of an order are together; the other tables stay on the coordinator. All are co-located with the
 * first.
 */
export const DISTRIBUTED_TABLES: ReadonlyArray<keyof Tables> = [
  'pay_ins',
  'callbacks',
  'violations',
  'unmatched_callbacks',
  'order_rows',
  'separate_payments',
  'finding_rows',
  'orphan_results',
  'work_keys',
  'work_marked',
  'work_known',
  'work_verdicts',
  'work_grouped',
  'work_callbacks',
  'work_answers',
  'work_orders',
  'work_notifications',
  'work_payments',
  'work_evidence',
  'work_order_results',
  'work_separate_payments',
  'work_finding_results',
  'work_orphan_results',
  'work_purged_keys',
  'work_changed_orders',
  'record_copies',
  'withdrawn_records',
  'moved_records',
  'statements',
  'statement_rows',
  'work_revisited',
  'work_rows',
  'work_owners',
  'work_apart',
  'work_apart_rows',
  'work_sampled',
  'work_new_rows',
  'work_fees',
  'work_stated',
  'work_stated_rows',
  'work_stated_payments',
  'work_refunds',
  'work_returned',
  'work_statement_rows',
];

/**
 * Distributes the big tables over a cluster's workers if the database has the extension citus; otherwise does nothing.
 * Run after every migration, so that new tables are distributed too. Within the caller's transaction.
 * @returns the tables that were distributed now
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

/** Whether the database is a Citus coordinator's. */
export async function isCitus(session: Session): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as there`.execute(session.db);
  return rows[0]!.there;
}
