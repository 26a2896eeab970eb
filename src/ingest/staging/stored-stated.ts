import type { Selectable } from 'kysely';
import type { BankRowsTable, StatementsTable } from '../../database/tables.ts';
import { instantOfText } from '../../normalise/instant.ts';
import type { OffsetSource } from '../../normalise/read-time.ts';
import type { BankRecord, StatementRecord } from '../../normalise/record.ts';
import type { RecordPlace } from './record-columns.ts';

/** A stored row of a statement in the form in which it was read; the reverse of statementRow. */
export function storedStatement(row: Selectable<StatementsTable>): {
  readonly record: StatementRecord;
  readonly place: RecordPlace;
} {
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
    completedAt: row.completed_at === null ? undefined : instantOfText(row.completed_at),
    offsetSource: row.offset_source as OffsetSource,
    timeAmbiguous: row.time_ambiguous,
    settledOn: text(row.settled_on),
    issuer: row.issuer,
    rowKey: row.row_key,
    digest: row.digest,
    loggedAt: instantOfText(row.logged_at),
  };
  return { record, place: { sourceId: row.source_id, line: Number(row.line) } };
}

/** A stored row of an account statement in the form in which it was read; the reverse of bankRow. */
export function storedBankRow(row: Selectable<BankRowsTable>): {
  readonly record: BankRecord;
  readonly place: RecordPlace;
} {
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
  return { record, place: { sourceId: row.source_id, line: Number(row.line) } };
}

function text(value: string | null): string | undefined {
  return value ?? undefined;
}

function minor(value: string | null): bigint | undefined {
  return value === null ? undefined : BigInt(value);
}
