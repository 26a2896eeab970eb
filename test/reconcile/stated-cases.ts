import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../../src/database/store.ts';
import type { Tables } from '../../src/database/tables.ts';
import { putRows, type Row } from './put-rows.ts';

const BEFORE = '2026-11-19T13:00:00Z';
const AS_OF = '2026-11-20T12:00:00Z';
const AFTERWARDS = '2026-11-20T12:00:01Z';

/** Runs before knew sources 1 and 2. This one knows 3 and 5; 4 was read after its as-of, and 6 after it began. */
const READ_AT = [BEFORE, BEFORE, BEFORE, AFTERWARDS, AS_OF, BEFORE];
export const KNOWN = 2;
export const [NEW, UNREAD, NEWEST, BEYOND] = [3, 4, 5, 6];
export const RUN = { known_source: KNOWN, last_source: NEWEST, since: KNOWN, as_of: AS_OF };

const statement = (order_no: string, row: Row = {}): Row => ({
  order_no,
  trade_no: `T${order_no}`,
  source_id: NEW,
  type: 'payment',
  status: 'paid',
  issuer: 'portal',
  row_key: order_no,
  completed_at: BEFORE,
  payment_method: 'PIX',
  gross_minor: 20_000,
  fee_minor: 200,
  ...row,
});

export const payIn = (order_no: string, row: Row = {}): Row => ({
  order_no,
  trade_no: `T${order_no}`,
  source_id: NEW,
  requested_at: BEFORE,
  payment_method: 'PIX',
  ...row,
});

/** Statements by their order number, and the pay-in of it. */
export type Case = readonly [orderNo: string, row?: Row, order?: Row];

export const put = async (session: Session, cases: readonly Case[]) => {
  for (const read_at of READ_AT)
    await sql`
      insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected)
      values ('rows', '', 1, ${read_at}::timestamptz, 0, 0, 0, 0)`.execute(session.db);
  await putRows(
    session,
    'statements',
    cases.map(([orderNo, row]) => statement(orderNo, row)),
  );
  const orders = new Map(cases.map(([orderNo, , order]) => [orderNo, order]));
  await putRows(
    session,
    'pay_ins',
    [...orders].map(([orderNo, order]) => payIn(orderNo, order)),
  );
};

/** What each row of a table shows, in order. */
export async function rowsOf<T>(
  session: Session,
  table: keyof Tables,
  what: RawBuilder<unknown>,
): Promise<T[]> {
  const { rows } = await sql<{ row: T }>`
    select ${what} as row from ${sql.table(table)} order by 1`.execute(session.db);
  return rows.map(({ row }) => row);
}

export const PLAIN: readonly Case[] = [
  ['PLAIN'],
  ['BYNUMBER', { trade_no: null }],
  ['WITHOUTMERCHANT', { merchant_id: '' }],
  ['NEWEST', { source_id: NEWEST }],
  ['ASKEDNOW', {}, { requested_at: AS_OF }],
  ['ORDEROFUNREAD', {}, { source_id: UNREAD }],
  ['ORDEROFNEWEST', {}, { source_id: NEWEST }],
];
export const OTHER: readonly Case[] = [
  ['BYNUMBEROFOTHER', { trade_no: null, merchant_id: 'M2' }],
  ['OTHERMERCHANT', { merchant_id: 'M2' }],
  ['OTHERTRADE', { trade_no: 'T0' }],
  ['OTHERNUMBER', {}, { order_no: 'ELSEWHERE' }],
  ['ASKEDAFTERWARDS', {}, { requested_at: AFTERWARDS }],
  ['ORDERBEYOND', {}, { source_id: BEYOND }],
  ['ORDERKNOWN', {}, { source_id: KNOWN }],
];
export const NOT_NEW: readonly Case[] = [
  ['KNOWN', { source_id: KNOWN }],
  ['BEYOND', { source_id: BEYOND }],
];
