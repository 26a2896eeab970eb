import type { Selectable } from 'kysely';
import type { CallbacksTable, PayInsTable } from '../../database/tables.ts';
import { type Instant, instantOfText } from '../../normalise/instant.ts';
import { payInTexts } from '../../normalise/pay-in-texts.ts';
import type { OffsetSource, TimeFlag } from '../../normalise/read-time.ts';
import type { CallbackRecord, PayInRecord } from '../../normalise/record.ts';
import type { RecordPlace } from './record-columns.ts';

export interface StoredPayIn {
  readonly record: PayInRecord;
  readonly place: RecordPlace;
}

export interface StoredCallback {
  readonly record: CallbackRecord;
  readonly place: RecordPlace;
}

/** A stored pay-in record in the form in which it was read; the reverse of payInRow. */
export function storedPayIn(row: Selectable<PayInsTable>): StoredPayIn {
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
  return { record, place: { sourceId: row.source_id, line: Number(row.line) } };
}

/** A stored callback in the form in which it was read; the reverse of callbackRow. */
export function storedCallback(row: Selectable<CallbacksTable>): StoredCallback {
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
  return { record, place: { sourceId: row.source_id, line: Number(row.line) } };
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
