import type { Violation } from '../../contract/violation.ts';
import type { CallbacksTable, PayInsTable, ViolationsTable } from '../../database/tables.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import type { CallbackRecord, PayInRecord } from '../../normalise/record.ts';

/** A value in COPY's text format; undefined becomes NULL. */
export type CopyValue = string | number | bigint | boolean | undefined;

type Columns<Row, Record> = ReadonlyArray<readonly [column: keyof Row, value: (record: Record) => CopyValue]>;

const instant = (value: Instant | undefined): CopyValue =>
  value === undefined ? undefined : formatInstant(value);

/** Where a record was first read. */
export interface RecordPlace {
  /** Absent while the source is still being read. */
  readonly sourceId?: number;
  readonly line: number;
}

const payInColumns: Columns<PayInsTable, PayInRecord> = [
  ['order_no', (r) => r.orderNo],
  ['merchant_id', (r) => r.merchantId],
  ['logged_at', (r) => instant(r.loggedAt)],
  ['digest', (r) => r.digest],
  ['region', (r) => r.region],
  ['sub_merchant_id', (r) => r.subMerchantId],
  ['payment_method', (r) => r.paymentMethod],
  ['currency', (r) => r.currency],
  ['amount_minor', (r) => r.amountMinor],
  ['amount_text', (r) => r.amountText],
  ['sent_at_text', (r) => r.sentAtText],
  ['timestamp_text', (r) => r.timestampText],
  ['requested_at', (r) => instant(r.requestedAt)],
  ['created_at', (r) => instant(r.createdAt)],
  ['expiry_period_text', (r) => r.expiryPeriodText],
  ['expires_at', (r) => instant(r.expiresAt)],
  ['has_request', (r) => r.hasRequest],
  ['answered_at', (r) => instant(r.answeredAt)],
  ['has_response', (r) => r.hasResponse],
  ['response_timestamp_text', (r) => r.responseTimestampText],
  ['response_time_text', (r) => r.responseTimeText],
  ['response_code', (r) => r.responseCode],
  ['response_status', (r) => r.responseStatus],
  ['response_order_no', (r) => r.responseOrderNo],
  ['response_merchant_id', (r) => r.responseMerchantId],
  ['response_sub_merchant_id', (r) => r.responseSubMerchantId],
  ['response_currency', (r) => r.responseCurrency],
  ['response_amount_minor', (r) => r.responseAmountMinor],
  ['response_amount_text', (r) => r.responseAmountText],
  ['response_method', (r) => r.responseMethod],
  ['trade_no', (r) => r.tradeNo],
  ['account_no', (r) => r.accountNo],
  ['time_unreadable', (r) => r.timeFlags.includes('TIME_UNREADABLE')],
  ['time_ambiguous', (r) => r.timeFlags.includes('TIME_AMBIGUOUS')],
  ['offset_disagrees', (r) => r.timeFlags.includes('OFFSET_DISAGREES')],
];

const callbackColumns: Columns<CallbacksTable, CallbackRecord> = [
  ['order_no', (r) => r.orderNo],
  ['merchant_id', (r) => r.merchantId],
  ['logged_at', (r) => instant(r.loggedAt)],
  ['digest', (r) => r.digest],
  ['region', (r) => r.region],
  ['trade_no', (r) => r.tradeNo],
  ['sub_merchant_id', (r) => r.subMerchantId],
  ['payment_method', (r) => r.paymentMethod],
  ['status', (r) => r.status],
  ['currency', (r) => r.currency],
  ['amount_minor', (r) => r.amountMinor],
  ['amount_text', (r) => r.amountText],
  ['transaction_time_text', (r) => r.transactionTimeText],
  ['completed_at', (r) => instant(r.completedAt)],
  ['offset_source', (r) => r.offsetSource],
  ['completed_impossible', (r) => r.completedImpossible],
  ['received_at_text', (r) => r.receivedAtText],
  ['timestamp_text', (r) => r.timestampText],
  ['received_at', (r) => instant(r.receivedAt)],
  ['verified', (r) => r.verified],
  ['ack', (r) => r.ack],
  ['time_unreadable', (r) => r.timeFlags.includes('TIME_UNREADABLE')],
  ['time_ambiguous', (r) => r.timeFlags.includes('TIME_AMBIGUOUS')],
  ['offset_disagrees', (r) => r.timeFlags.includes('OFFSET_DISAGREES')],
];

const PLACE = ['source_id', 'line'] as const;

export const PAY_IN_COLUMNS: readonly string[] = [...payInColumns.map(([column]) => column), ...PLACE];
export const CALLBACK_COLUMNS: readonly string[] = [...callbackColumns.map(([column]) => column), ...PLACE];
export const VIOLATION_COLUMNS: ReadonlyArray<keyof ViolationsTable> = [
  'order_no',
  'merchant_id',
  'logged_at',
  'digest',
  'field',
  'rule',
  'shape',
  'source_id',
];
export const REJECT_COLUMNS: readonly string[] = ['line', 'reason', 'detail'];

export function payInRow(record: PayInRecord, place: RecordPlace): CopyValue[] {
  return rowOf(payInColumns, record, place);
}

export function callbackRow(record: CallbackRecord, place: RecordPlace): CopyValue[] {
  return rowOf(callbackColumns, record, place);
}

export function violationRow(
  record: PayInRecord | CallbackRecord,
  violation: Violation,
  sourceId?: number,
): CopyValue[] {
  return [
    record.orderNo,
    record.merchantId,
    formatInstant(record.loggedAt),
    record.digest,
    violation.field,
    violation.rule,
    violation.shape,
    sourceId,
  ];
}

function rowOf<Row, Record>(columns: Columns<Row, Record>, record: Record, place: RecordPlace): CopyValue[] {
  const values: CopyValue[] = [];
  for (const [, value] of columns) values.push(value(record));
  values.push(place.sourceId, place.line);
  return values;
}
