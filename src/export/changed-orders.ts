/** Orders whose results changed since an earlier run, where they are few beside those of a date. */
import { type RawBuilder, sql } from 'kysely';
import { type Compared, changedKeys } from '../../reports/changed-rows.ts';
import type { Report, ReportScope } from '../../reports/report.ts';
import type { Session } from '../database/store.ts';

export interface OrderKey {
  readonly order_no: string;
  readonly merchant_id: string;
}

/** If more orders have changed, to read the whole date is hardly more work. */
const MOST_ORDERS = 5_000;
/** An order can have several rows that began and ended: more rows than these are more orders, too. */
const MOST_ROWS = 4 * MOST_ORDERS;

/** The orders of which a row of the date began or ended since the scope's previous version; undefined if they are too many. */
export function changedOrders(
  session: Session,
  scope: ReportScope,
  compared: Compared,
): Promise<OrderKey[] | undefined> {
  return fewOrders(session, changedKeys(scope, compared, 'union all'));
}

/** The distinct orders of these rows; undefined if they are too many. Reading ends as soon as they are. */
export async function fewOrders(
  session: Session,
  keys: RawBuilder<unknown>,
): Promise<OrderKey[] | undefined> {
  const { rows } = await sql<OrderKey & { readonly rows: string }>`
    select order_no, merchant_id, sum(count(*)) over () as rows
    from (select order_no, merchant_id from (${keys}) k limit ${MOST_ROWS}::integer) k
    group by order_no, merchant_id
    limit ${MOST_ORDERS + 1}::integer`.execute(session.db);
  const isMany = rows.length > MOST_ORDERS || Number(rows[0]?.rows ?? 0) === MOST_ROWS;
  return isMany ? undefined : rows.map(({ order_no, merchant_id }) => ({ order_no, merchant_id }));
}

/** A report of these orders only; its select must have their order_no and merchant_id. */
export function ofOrders(report: Report, orders: readonly OrderKey[]): Report {
  const isOfThem = sql<boolean>`(order_no, merchant_id) in (
    select * from unnest(${orders.map((one) => one.order_no)}::text[], ${orders.map((one) => one.merchant_id)}::text[])
  )`;
  return { ...report, select: (db, at) => report.select(db, at).where(isOfThem) };
}
