/** Orders whose results changed since an earlier run, where they are few beside those of a date. */
import { sql } from 'kysely';
import { type Compared, changedKeys } from '../../reports/changed-rows.ts';
import type { Report, ReportScope } from '../../reports/report.ts';
import type { Session } from '../database/store.ts';

export interface OrderKey {
  readonly order_no: string;
  readonly merchant_id: string;
}

/** If more orders have changed, to read the whole date is hardly more work. */
const MOST_ORDERS = 5_000;

/** The orders of which a row began or ended since the scope's previous version; undefined if they are too many. */
export async function changedOrders(
  session: Session,
  scope: ReportScope,
  compared: Compared,
): Promise<OrderKey[] | undefined> {
  const { rows } = await sql<OrderKey>`
    select distinct order_no, merchant_id from (${changedKeys(scope, compared)}) k
    limit ${MOST_ORDERS + 1}::integer`.execute(session.db);
  return rows.length > MOST_ORDERS ? undefined : rows;
}

/** A report of these orders only; its select must have their order_no and merchant_id. */
export function ofOrders(report: Report, orders: readonly OrderKey[]): Report {
  const isOfThem = sql<boolean>`(order_no, merchant_id) in (
    select * from unnest(${orders.map((one) => one.order_no)}::text[], ${orders.map((one) => one.merchant_id)}::text[])
  )`;
  return { ...report, select: (db, at) => report.select(db, at).where(isOfThem) };
}
