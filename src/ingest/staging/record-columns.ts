import type { Selectable } from 'kysely';
import type { Violation } from '../../contract/violation.ts';
import type { BankRowsTable, CallbacksTable, PayInsTable, StatementsTable } from '../../database/tables.ts';
import { type Instant, instantOfText } from '../../normalise/instant.ts';
import type { TimeFlag } from '../../normalise/read-time.ts';
import type { BankRecord, CallbackRecord, PayInRecord, StatementRecord } from '../../normalise/record.ts';

/** A value for COPY's binary format; undefined becomes NULL. */
export type CopyValue = string | number | bigint | boolean | Instant | undefined;

/** A type of a column, as COPY's binary format has it: instants are `timestamptz`, dates `yyyy-MM-dd`, uuids 32 hexadecimal digits, hyphens between them or not. */
export type CopyType = 'text' | 'uuid' | 'instant' | 'date' | 'bigint' | 'integer' | 'boolean';

/** The columns of a table of records. Those of a record's values are named like them, those of its timeFlags like the flags. */
type Columns<Row, Record> = ReadonlyArray<
  readonly [column: keyof Row, type: CopyType, value: (record: Record) => CopyValue]
>;

/** Where a record was first read. */
export interface RecordPlace {
  /** Absent while the source is still being read. */
  readonly sourceId?: number;
  readonly line: number;
}

/** A stored record in the form in which it was read. */
export interface Stored<Record> {
  readonly record: Record;
  readonly place: RecordPlace;
}

const payInColumns: Columns<PayInsTable, PayInRecord> = [
  ['order_no', 'text', (r) => r.orderNo],
  ['merchant_id', 'text', (r) => r.merchantId],
  ['logged_at', 'instant', (r) => r.loggedAt],
  ['digest', 'uuid', (r) => r.digest],
  ['region', 'text', (r) => r.region],
  ['sub_merchant_id', 'text', (r) => r.subMerchantId],
  ['payment_method', 'text', (r) => r.paymentMethod],
  ['currency', 'text', (r) => r.currency],
  ['amount_minor', 'bigint', (r) => r.amountMinor],
  ['amount_text', 'text', (r) => r.amountText],
  ['sent_at_text', 'text', (r) => r.sentAtText],
  ['timestamp_text', 'text', (r) => r.timestampText],
  ['requested_at', 'instant', (r) => r.requestedAt],
  ['created_at', 'instant', (r) => r.createdAt],
  ['expiry_period_text', 'text', (r) => r.expiryPeriodText],
  ['expires_at', 'instant', (r) => r.expiresAt],
  ['has_request', 'boolean', (r) => r.hasRequest],
  ['answered_at', 'instant', (r) => r.answeredAt],
  ['has_response', 'boolean', (r) => r.hasResponse],
  ['response_timestamp_text', 'text', (r) => r.responseTimestampText],
  ['response_time_text', 'text', (r) => r.responseTimeText],
  ['response_code', 'text', (r) => r.responseCode],
  ['response_status', 'text', (r) => r.responseStatus],
  ['response_order_no', 'text', (r) => r.responseOrderNo],
  ['response_merchant_id', 'text', (r) => r.responseMerchantId],
  ['response_sub_merchant_id', 'text', (r) => r.responseSubMerchantId],
  ['response_currency', 'text', (r) => r.responseCurrency],
  ['response_amount_minor', 'bigint', (r) => r.responseAmountMinor],
  ['response_amount_text', 'text', (r) => r.responseAmountText],
  ['response_method', 'text', (r) => r.responseMethod],
  ['trade_no', 'text', (r) => r.tradeNo],
  ['account_no', 'text', (r) => r.accountNo],
  ['time_unreadable', 'boolean', (r) => r.timeFlags.includes('TIME_UNREADABLE')],
  ['time_ambiguous', 'boolean', (r) => r.timeFlags.includes('TIME_AMBIGUOUS')],
  ['offset_disagrees', 'boolean', (r) => r.timeFlags.includes('OFFSET_DISAGREES')],
];

const callbackColumns: Columns<CallbacksTable, CallbackRecord> = [
  ['order_no', 'text', (r) => r.orderNo],
  ['merchant_id', 'text', (r) => r.merchantId],
  ['logged_at', 'instant', (r) => r.loggedAt],
  ['digest', 'uuid', (r) => r.digest],
  ['region', 'text', (r) => r.region],
  ['trade_no', 'text', (r) => r.tradeNo],
  ['sub_merchant_id', 'text', (r) => r.subMerchantId],
  ['payment_method', 'text', (r) => r.paymentMethod],
  ['status', 'text', (r) => r.status],
  ['currency', 'text', (r) => r.currency],
  ['amount_minor', 'bigint', (r) => r.amountMinor],
  ['amount_text', 'text', (r) => r.amountText],
  ['transaction_time_text', 'text', (r) => r.transactionTimeText],
  ['completed_at', 'instant', (r) => r.completedAt],
  ['offset_source', 'text', (r) => r.offsetSource],
  ['completed_impossible', 'boolean', (r) => r.completedImpossible],
  ['received_at_text', 'text', (r) => r.receivedAtText],
  ['timestamp_text', 'text', (r) => r.timestampText],
  ['received_at', 'instant', (r) => r.receivedAt],
  ['verified', 'boolean', (r) => r.verified],
  ['ack', 'text', (r) => r.ack],
  ['time_unreadable', 'boolean', (r) => r.timeFlags.includes('TIME_UNREADABLE')],
  ['time_ambiguous', 'boolean', (r) => r.timeFlags.includes('TIME_AMBIGUOUS')],
  ['offset_disagrees', 'boolean', (r) => r.timeFlags.includes('OFFSET_DISAGREES')],
];

const statementColumns: Columns<StatementsTable, StatementRecord> = [
  ['order_no', 'text', (r) => r.orderNo],
  ['merchant_id', 'text', (r) => r.merchantId],
  ['logged_at', 'instant', (r) => r.loggedAt],
  ['digest', 'uuid', (r) => r.digest],
  ['region', 'text', (r) => r.region],
  ['issuer', 'text', (r) => r.issuer],
  ['row_key', 'text', (r) => r.rowKey],
  ['row_id', 'text', (r) => r.rowId],
  ['type', 'text', (r) => r.type],
  ['type_text', 'text', (r) => r.typeText],
  ['status', 'text', (r) => r.status],
  ['status_text', 'text', (r) => r.statusText],
  ['trade_no', 'text', (r) => r.tradeNo],
  ['sub_merchant_id', 'text', (r) => r.subMerchantId],
  ['payment_method', 'text', (r) => r.paymentMethod],
  ['currency', 'text', (r) => r.currency],
  ['gross_minor', 'bigint', (r) => r.grossMinor],
  ['gross_text', 'text', (r) => r.grossText],
  ['fee_minor', 'bigint', (r) => r.feeMinor],
  ['fee_text', 'text', (r) => r.feeText],
  ['net_minor', 'bigint', (r) => r.netMinor],
  ['net_text', 'text', (r) => r.netText],
  ['completed_at', 'instant', (r) => r.completedAt],
  ['completed_at_text', 'text', (r) => r.completedAtText],
  ['offset_source', 'text', (r) => r.offsetSource],
  ['time_ambiguous', 'boolean', (r) => r.timeAmbiguous],
  ['settled_on', 'date', (r) => r.settledOn],
  ['settled_on_text', 'text', (r) => r.settledOnText],
  ['payout_id', 'text', (r) => r.payoutId],
];

const bankColumns: Columns<BankRowsTable, BankRecord> = [
  ['logged_at', 'instant', (r) => r.loggedAt],
  ['digest', 'uuid', (r) => r.digest],
  ['region', 'text', (r) => r.region],
  ['issuer', 'text', (r) => r.issuer],
  ['row_key', 'text', (r) => r.rowKey],
  ['row_id', 'text', (r) => r.rowId],
  ['booked_on', 'date', (r) => r.bookedOn],
  ['booked_on_text', 'text', (r) => r.bookedOnText],
  ['currency', 'text', (r) => r.currency],
  ['amount_minor', 'bigint', (r) => r.amountMinor],
  ['amount_text', 'text', (r) => r.amountText],
  ['reference', 'text', (r) => r.reference],
];

/** A column of a staging table and its type. */
export type StagedColumn = readonly [column: string, type: CopyType];

export function namesOf(columns: readonly StagedColumn[]): string[] {
  return columns.map(([column]) => column);
}

/** The columns of a record without those of its place. */
export function recordNames(columns: readonly StagedColumn[]): string[] {
  return namesOf(columns.slice(0, -PLACE.length));
}

const PLACE: readonly StagedColumn[] = [
  ['source_id', 'integer'],
  ['line', 'bigint'],
];

function withPlace<Row, Record>(columns: Columns<Row, Record>): readonly StagedColumn[] {
  return [...columns.map(([column, type]): StagedColumn => [String(column), type]), ...PLACE];
}

export const PAY_IN_COLUMNS = withPlace(payInColumns);
export const CALLBACK_COLUMNS = withPlace(callbackColumns);
export const STATEMENT_COLUMNS = withPlace(statementColumns);
export const BANK_COLUMNS = withPlace(bankColumns);
export const VIOLATION_COLUMNS: readonly StagedColumn[] = [
  ['order_no', 'text'],
  ['merchant_id', 'text'],
  ['logged_at', 'instant'],
  ['digest', 'uuid'],
  ['field', 'text'],
  ['rule', 'text'],
  ['shape', 'text'],
  ['source_id', 'integer'],
];
export const REJECT_COLUMNS: readonly StagedColumn[] = [
  ['line', 'bigint'],
  ['reason', 'text'],
  ['detail', 'text'],
];

export const payInRow = rowsOf(payInColumns);
export const callbackRow = rowsOf(callbackColumns);
export const statementRow = rowsOf(statementColumns);
export const bankRow = rowsOf(bankColumns);

export const storedPayIn = recordsOf(payInColumns);
export const storedCallback = recordsOf(callbackColumns);
export const storedStatement = recordsOf(statementColumns);
export const storedBankRow = recordsOf(bankColumns);

export function violationRow(
  record: PayInRecord | CallbackRecord,
  violation: Violation,
  sourceId?: number,
): CopyValue[] {
  return [
    record.orderNo,
    record.merchantId,
    record.loggedAt,
    record.digest,
    violation.field,
    violation.rule,
    violation.shape,
    sourceId,
  ];
}

/** Makes the row of a record, with its place. */
function rowsOf<Row, Record>(
  columns: Columns<Row, Record>,
): (record: Record, place: RecordPlace) => CopyValue[] {
  return (record, place) => {
    const values: CopyValue[] = [];
    for (const [, , value] of columns) values.push(value(record));
    values.push(place.sourceId, place.line);
    return values;
  };
}

const FLAGS: readonly TimeFlag[] = ['OFFSET_DISAGREES', 'TIME_AMBIGUOUS', 'TIME_UNREADABLE'];

/** Makes a record again of its stored row. */
function recordsOf<Row, Record>(columns: Columns<Row, Record>): (row: Selectable<Row>) => Stored<Record> {
  const fields = columns.map(([column, type]) => {
    const name = String(column);
    return { name, type, value: name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()) };
  });
  return (row) => {
    const stored = row as Readonly<{ [column: string]: unknown }>;
    const values = fields.map(({ name, type, value }) => [value, storedValue(stored[name], type)]);
    const timeFlags = FLAGS.filter((flag) => stored[flag.toLowerCase()] === true);
    const place = { sourceId: stored['source_id'] as number, line: Number(stored['line']) };
    return { record: { ...Object.fromEntries(values), timeFlags } as Record, place };
  };
}

function storedValue(stored: unknown, type: CopyType): unknown {
  if (stored === null) return undefined;
  if (type === 'instant') return instantOfText(stored as string);
  return type === 'bigint' ? BigInt(stored as string) : stored;
}
