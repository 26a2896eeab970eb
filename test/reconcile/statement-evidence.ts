import { createHash } from 'node:crypto';
import type { Session } from '../../src/database/store.ts';

/** A row of a statement. Values that are left out are those of a paid PIX payment of BRL 200.00 that has no order yet. */
export interface StatementRow {
  readonly orderNo?: string;
  readonly merchantId?: string;
  readonly tradeNo?: string | null;
  readonly rowId?: string | null;
  readonly type?: 'payment' | 'refund' | 'chargeback' | 'fee' | 'payout' | 'other';
  readonly status?: 'paid' | 'pending' | 'failed' | 'reversed' | 'unknown';
  readonly method?: string | null;
  readonly region?: string;
  readonly currency?: string | null;
  readonly gross?: number | null;
  readonly fee?: number | null;
  readonly net?: number | null;
  readonly completedAt?: string | null;
  readonly settledOn?: string | null;
  readonly payoutId?: string | null;
  readonly issuer?: string;
}

/** When statements were read unless a test says otherwise: before the run. */
export const STATED_AT = '2026-11-20T10:00:00Z';

/** Keeps rows as one source, as if they had been read from a file. @returns the number of the source */
export async function putStatement(
  session: Session,
  rows: readonly StatementRow[],
  readAt: string = STATED_AT,
): Promise<number> {
  const { source_id: source } = await session.db
    .insertInto('sources')
    .values({
      name: 'statement.csv',
      sha256: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
      bytes: '1',
      read_at: readAt,
      records: String(rows.length),
      accepted: String(rows.length),
      duplicate: '0',
      rejected: '0',
    })
    .returning('source_id')
    .executeTakeFirstOrThrow();
  for (const [index, row] of rows.entries()) await putRow(session, source, index + 1, row);
  return source;
}

async function putRow(session: Session, source: number, line: number, row: StatementRow): Promise<void> {
  const {
    orderNo = '',
    merchantId = '',
    tradeNo = null,
    rowId = null,
    type = 'payment',
    status = 'paid',
    method = 'PIX',
    region = 'BR',
    currency = 'BRL',
    gross = 20_000,
    fee = null,
    net = null,
    completedAt = '2026-11-19T13:06:00Z',
    settledOn = null,
    payoutId = null,
    issuer = 'statement',
  } = row;
  const digest = createHash('sha256')
    .update(JSON.stringify([row, rowId === null ? line : 0]))
    .digest('hex')
    .slice(0, 32);
  await session.db
    .insertInto('statements')
    .values({
      order_no: orderNo,
      merchant_id: merchantId,
      logged_at: completedAt ?? `${settledOn}T00:00:00Z`,
      digest,
      region,
      issuer,
      row_key: rowId ?? digest,
      row_id: rowId,
      type,
      status,
      trade_no: tradeNo,
      payment_method: method,
      currency,
      gross_minor: gross === null ? null : String(gross),
      fee_minor: fee === null ? null : String(fee),
      net_minor: net === null ? null : String(net),
      completed_at: completedAt,
      offset_source: completedAt === null ? 'none' : 'explicit',
      time_ambiguous: false,
      settled_on: settledOn,
      payout_id: payoutId,
      source_id: source,
      line: String(line),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts the statements' records of a region, from the first to the last instant, as reading does. */
export async function coverByStatements(
  session: Session,
  source: number,
  [first, last]: readonly [string, string],
  region = 'BR',
): Promise<void> {
  await session.db
    .insertInto('record_counts')
    .values({
      source_id: source,
      region,
      kind: 'statement',
      slot_at: first,
      records: 2,
      first_at: first,
      last_at: last,
    })
    .execute();
}

/** A row of a bank. Values that are left out are those of a row in BRL without an identifier. */
export interface BankRow {
  readonly reference: string;
  /** Null if its amount cannot be read. */
  readonly minor: number | null;
  readonly on: string;
  readonly rowId?: string;
  readonly issuer?: string;
  readonly region?: string;
  readonly currency?: string;
}

/** Keeps rows of a bank's account statement as one source. */
export async function putBankRows(
  session: Session,
  rows: readonly BankRow[],
  readAt: string = STATED_AT,
): Promise<void> {
  const { source_id: source } = await session.db
    .insertInto('sources')
    .values({
      name: 'bank.csv',
      sha256: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
      bytes: '1',
      read_at: readAt,
      records: String(rows.length),
      accepted: String(rows.length),
      duplicate: '0',
      rejected: '0',
    })
    .returning('source_id')
    .executeTakeFirstOrThrow();
  for (const [index, row] of rows.entries()) {
    const { reference, minor, on, rowId = null, issuer = 'bank', region = 'BR', currency = 'BRL' } = row;
    const digest = createHash('sha256')
      .update(JSON.stringify([row, index, source]))
      .digest('hex')
      .slice(0, 32);
    await session.db
      .insertInto('bank_rows')
      .values({
        logged_at: `${on}T00:00:00Z`,
        digest,
        region,
        issuer,
        row_key: rowId ?? digest,
        row_id: rowId,
        booked_on: on,
        currency,
        amount_minor: minor === null ? null : String(minor),
        reference,
        source_id: source,
        line: String(index + 1),
      })
      .execute();
  }
}
