import { sql } from 'kysely';
import type { Session } from '../../src/database/store.ts';
import {
  type Circumstances,
  countedRows,
  orderOf,
  type PlainOrder,
  returnedIn,
  type StatedRow,
  statedFindings,
} from '../world/model/statements.ts';

/** The codes that statements give, but for FEE_MISMATCH, which fees.test.ts compares. */
export const STATED_CODES: ReadonlySet<string> = new Set(
  `PAID_IN_STATEMENT_ONLY NOT_IN_STATEMENT STATEMENT_AMOUNT_MISMATCH STATEMENT_STATUS_MISMATCH STATEMENT_DUPLICATE
  NET_MISMATCH REFUND_EXCEEDS_PAYMENT`.split(/\s+/),
);

/** What the program, and the model, make of the statements of a store as known at the end. */
export async function bothVerdicts(
  session: Session,
  given: Circumstances,
): Promise<{ program: Record<string, string>; model: Record<string, string> }> {
  const { orders, rows, owners } = await attributed(session, given);
  const model: Record<string, string> = {};
  const nameOf = (order: { orderNo: string; merchantId: string }) => `${order.orderNo} ${order.merchantId}`;
  for (const order of orders) {
    const own = rows.filter((row) => owners.get(row.key) === order);
    model[nameOf(order)] = statedFindings(order, own, given).join(' ');
  }
  for (const row of rows) {
    const owner = owners.get(row.key);
    model[row.key] = owner === undefined ? 'none' : nameOf(owner);
  }
  return { program: await programVerdicts(session), model };
}

/** What the program, and the model, say was returned of each order in the currency of its payment. */
export async function bothReturned(
  session: Session,
  given: Pick<Circumstances, 'asOf'>,
): Promise<{ program: Record<string, string>; model: Record<string, string> }> {
  const { orders, rows, owners } = await attributed(session, given);
  const model: Record<string, string> = {};
  for (const order of orders.filter(({ paid }) => paid.currency !== null)) {
    const own = rows.filter((row) => owners.get(row.key) === order);
    model[`${order.orderNo} ${order.merchantId}`] = String(returnedIn(order.paid.currency, order.paid, own));
  }
  const program: Record<string, string> = {};
  const results = session.db.selectFrom('order_rows').selectAll().where('until_run', 'is', null);
  for (const row of await results.where('paid_currency', 'is not', null).execute())
    program[`${row.order_no} ${row.merchant_id}`] =
      row.returned_currency === row.paid_currency ? (row.returned_minor ?? '0') : '0';
  return { program, model };
}

/** Orders, the rows of statements that count, and by the key of a row the order that the model gives it. */
export async function attributed(session: Session, given: Pick<Circumstances, 'asOf'>) {
  const orders = await plainOrders(session);
  const rows = countedRows(await statedRows(session, given));
  const owners = new Map(rows.map((row) => [row.key, orderOf(row, orders)]));
  return { orders, rows, owners };
}

async function programVerdicts(session: Session): Promise<Record<string, string>> {
  const program: Record<string, string> = {};
  for (const row of await session.db
    .selectFrom('order_rows')
    .selectAll()
    .where('until_run', 'is', null)
    .execute())
    program[`${row.order_no} ${row.merchant_id}`] = row.findings
      .split(' ')
      .filter((code) => STATED_CODES.has(code))
      .join(' ');
  for (const row of await session.db
    .selectFrom('statement_rows')
    .selectAll()
    .where('until_run', 'is', null)
    .execute())
    program[row.digest] =
      row.matched === 'none' ? 'none' : `${row.matched_order_no} ${row.matched_merchant_id}`;
  return program;
}

/** Orders with their payments, as the run has them without statements. */
async function plainOrders(session: Session): Promise<PlainOrder[]> {
  const { rows: orders } = await sql<{
    order_no: string;
    merchant_id: string;
    paid_currency: string | null;
    paid_minor: string | null;
    responses: string[] | null;
  }>`
    select o.order_no, o.merchant_id, o.paid_currency, o.paid_minor,
           (select array_agg(distinct p.trade_no) from pay_ins p
            where p.order_no = o.order_no and p.merchant_id = o.merchant_id and p.trade_no is not null) as responses
    from order_rows o
    where o.until_run is null`.execute(session.db);
  const { rows: payments } = await sql<{
    order_no: string;
    merchant_id: string;
    trade_no: string | null;
    currency: string | null;
    paid_minor: string | null;
    is_covered: boolean;
  }>`
    select p.order_no, p.merchant_id, p.trade_no, p.currency, p.paid_minor, d.date is not null as is_covered
    from payment_rows p
    left join stated_dates d on d.region = p.region and d.date = p.paid_date and d.until_run is null
    where p.until_run is null`.execute(session.db);
  return orders.map((order) => ({
    orderNo: order.order_no,
    merchantId: order.merchant_id,
    responses: order.responses ?? [],
    payments: payments
      .filter((one) => one.order_no === order.order_no && one.merchant_id === order.merchant_id)
      .map((one) => ({
        tradeNo: one.trade_no,
        currency: one.currency,
        minor: minorOf(one.paid_minor),
        isCovered: one.is_covered,
      })),
    paid: { currency: order.paid_currency, minor: minorOf(order.paid_minor) },
  }));
}

/** A row with what no verdict depends on. */
export interface WholeRow extends StatedRow {
  readonly region: string;
  readonly payoutId: string | null;
}

async function statedRows(session: Session, { asOf }: Pick<Circumstances, 'asOf'>): Promise<WholeRow[]> {
  const rows = await session.db
    .selectFrom('statements as s')
    .innerJoin('sources as q', 'q.source_id', 's.source_id')
    .selectAll('s')
    .select('q.read_at')
    .execute();
  return rows
    .filter(({ read_at }) => Date.parse(read_at) <= asOf)
    .map((row) => ({
      key: row.digest,
      source: row.source_id,
      line: Number(row.line),
      rowId: row.row_id,
      issuer: row.issuer,
      orderNo: row.order_no,
      merchantId: row.merchant_id,
      tradeNo: row.trade_no,
      type: row.type,
      status: row.status,
      currency: row.currency,
      gross: minorOf(row.gross_minor),
      fee: minorOf(row.fee_minor),
      net: minorOf(row.net_minor),
      at: Date.parse(row.completed_at!),
      region: row.region ?? '',
      payoutId: row.payout_id,
    }));
}

function minorOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
