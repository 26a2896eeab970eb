import type { Selectable } from 'kysely';
import type { BankRowsTable, CallbacksTable, PayInsTable, StatementsTable } from '../../database/tables.ts';
import { type Instant, instantOfText } from '../../normalise/instant.ts';
import { payInTexts } from '../../normalise/pay-in-texts.ts';
import type { OffsetSource, TimeFlag } from '../../normalise/read-time.ts';
import type { BankRecord, CallbackRecord, PayInRecord, StatementRecord } from '../../normalise/record.ts';
import type { RecordPlace } from './record-columns.ts';

export interface Stored<Record> {
  readonly record: Record;
  readonly place: RecordPlace;
}

/** A stored pay-in record in the form in which it was read; the reverse of payInRow. */
export function storedPayIn(row: Selectable<PayInsTable>): Stored<PayInRecord> {
  const record: PayInRecord = {
    ...payInTexts(row),
    hasRequest: row.has_request,
    hasResponse: row.has_response,
    digest: row.digest,
    loggedAt: instantOfText(row.logged_at),
    region: row.region,
    amountMinor: minor(row.amount_minor),
    requestedAt: instantOfText(row.requested_at),
    answeredAt: maybeInstant(row.answered_at),
    createdAt: instantOfText(row.created_at),
    expiresAt: instantOfText(row.expires_at),
    responseAmountMinor: minor(row.response_amount_minor),
    timeFlags: flags(row),
  };
  return { record, place: placeOf(row) };
}

/** A stored callback in the form in which it was read; the reverse of callbackRow. */
export function storedCallback(row: Selectable<CallbacksTable>): Stored<CallbackRecord> {
  const record: CallbackRecord = {
    orderNo: row.order_no,
    merchantId: row.merchant_id,
    tradeNo: text(row.trade_no),
    subMerchantId: text(row.sub_merchant_id),
    paymentMethod: text(row.payment_method),
    status: text(row.status),
    currency: text(row.currency),
    amountText: text(row.amount_text),
    transactionTimeText: text(row.transaction_time_text),
    receivedAtText: text(row.received_at_text),
    timestampText: text(row.timestamp_text),
    ack: text(row.ack),
    verified: row.verified ?? undefined,
    digest: row.digest,
    loggedAt: instantOfText(row.logged_at),
    region: row.region,
    amountMinor: minor(row.amount_minor),
    completedAt: maybeInstant(row.completed_at),
    offsetSource: row.offset_source as OffsetSource,
    completedImpossible: row.completed_impossible,
    receivedAt: instantOfText(row.received_at),
    timeFlags: flags(row),
  };
  return { record, place: placeOf(row) };
}

/** A stored row of a statement in the form in which it was read; the reverse of statementRow. */
export function storedStatement(row: Selectable<StatementsTable>): Stored<StatementRecord> {
  const record: StatementRecord = {
    orderNo: row.order_no,
    merchantId: row.merchant_id,
    rowId: text(row.row_id),
    typeText: text(row.type_text),
    statusText: text(row.status_text),
    tradeNo: text(row.trade_no),
    subMerchantId: text(row.sub_merchant_id),
    paymentMethod: text(row.payment_method),
    currency: text(row.currency),
    grossText: text(row.gross_text),
    feeText: text(row.fee_text),
    netText: text(row.net_text),
    completedAtText: text(row.completed_at_text),
    settledOnText: text(row.settled_on_text),
    payoutId: text(row.payout_id),
    region: row.region,
    type: row.type as StatementRecord['type'],
    status: row.status as StatementRecord['status'],
    grossMinor: minor(row.gross_minor),
    feeMinor: minor(row.fee_minor),
    netMinor: minor(row.net_minor),
    completedAt: maybeInstant(row.completed_at),
    offsetSource: row.offset_source as OffsetSource,
    timeAmbiguous: row.time_ambiguous,
    settledOn: text(row.settled_on),
    issuer: row.issuer,
    rowKey: row.row_key,
    digest: row.digest,
    loggedAt: instantOfText(row.logged_at),
  };
  return { record, place: placeOf(row) };
}

/** A stored row of an account statement in the form in which it was read; the reverse of bankRow. */
export function storedBankRow(row: Selectable<BankRowsTable>): Stored<BankRecord> {
  const record: BankRecord = {
    rowId: text(row.row_id),
    bookedOnText: row.booked_on_text ?? row.booked_on,
    currency: text(row.currency),
    amountText: text(row.amount_text),
    reference: text(row.reference),
    region: row.region,
    bookedOn: row.booked_on,
    amountMinor: minor(row.amount_minor),
    issuer: row.issuer,
    rowKey: row.row_key,
    digest: row.digest,
    loggedAt: instantOfText(row.logged_at),
  };
  return { record, place: placeOf(row) };
}

/** Whether a record's texts are read as they were before. */
export function sameReading(stored: object, reading: object): boolean {
  return Object.entries(reading).every(([key, value]) =>
    same(value, (stored as Record<string, unknown>)[key]),
  );
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.join() === b.join();
  if (isInstant(a) && isInstant(b)) return a.seconds === b.seconds && a.micros === b.micros;
  return a === b;
}

function isInstant(value: unknown): value is Instant {
  return typeof value === 'object' && value !== null && 'micros' in value;
}

function placeOf(row: { readonly source_id: number; readonly line: string }): RecordPlace {
  return { sourceId: row.source_id, line: Number(row.line) };
}

function text(value: string | null): string | undefined {
  return value ?? undefined;
}

function minor(value: string | null): bigint | undefined {
  return value === null ? undefined : BigInt(value);
}

function maybeInstant(value: string | null): Instant | undefined {
  return value === null ? undefined : instantOfText(value);
}

function flags(row: {
  readonly time_unreadable: boolean;
  readonly time_ambiguous: boolean;
  readonly offset_disagrees: boolean;
}): TimeFlag[] {
  const found: TimeFlag[] = [];
  if (row.offset_disagrees) found.push('OFFSET_DISAGREES');
  if (row.time_ambiguous) found.push('TIME_AMBIGUOUS');
  if (row.time_unreadable) found.push('TIME_UNREADABLE');
  return found;
}
