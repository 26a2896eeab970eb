import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import type { PayoutRowsTable, StatementRowsTable, StatementsTable } from '../../database/tables.ts';
import { formatInstant, isoInstant } from '../../normalise/instant.ts';
import { startOfDate } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { zoneOfRegion } from '../run/chosen-regions.ts';
import type { BankEvent, PayoutEvent, StatementEvent } from './stated-story.ts';
import { computedMoney, optionalMoney, recordedMoney } from './story-money.ts';
import type { OrderKey } from './story-values.ts';

interface StatedRow
  extends Pick<
      StatementsTable,
      | 'order_no'
      | 'merchant_id'
      | 'region'
      | 'row_id'
      | 'type'
      | 'type_text'
      | 'status'
      | 'status_text'
      | 'trade_no'
      | 'sub_merchant_id'
      | 'payment_method'
      | 'currency'
      | 'gross_minor'
      | 'gross_text'
      | 'fee_minor'
      | 'fee_text'
      | 'net_minor'
      | 'net_text'
      | 'completed_at'
      | 'completed_at_text'
      | 'settled_on'
      | 'payout_id'
      | 'line'
    >,
    Pick<StatementRowsTable, 'matched_order_no' | 'matched_merchant_id' | 'expected_fee_minor'> {
  readonly source: string;
  readonly read_at: string;
  /** Null if the newest run did not judge the row. */
  readonly matched: string | null;
  readonly findings: string | null;
  /** The region in whose zone the row has its date. */
  readonly dated_by: string;
  readonly later_source: string | null;
  readonly later_line: string | null;
}

type PayoutRow = Pick<
  PayoutRowsTable,
  | 'payout_id'
  | 'region'
  | 'currency'
  | 'settled_on'
  | 'rows'
  | 'net_minor'
  | 'bank_minor'
  | 'booked_on'
  | 'bank_reference'
>;

/** What statements say of an order: its rows, the payouts that these are part of, and what the bank booked for them. */
export async function readStated(
  session: Session,
  settings: Settings,
  key: OrderKey,
): Promise<Array<StatementEvent | PayoutEvent | BankEvent>> {
  const { rows } = await runSqlFile<StatedRow>(session, 'order/070_statement_rows.sql', {
    order_no: key.orderNo,
    merchant_id: key.merchantId,
  });
  const events = rows.map((row) => statementEvent(row, settings));
  const paidOut = rows.filter((row) => row.later_source === null && row.payout_id !== null);
  if (paidOut.length === 0) return events;
  const found = await runSqlFile<PayoutRow>(session, 'order/080_payouts.sql', {
    payouts: paidOut.map((row) => row.payout_id),
    regions: paidOut.map((row) => row.region),
    currencies: paidOut.map((row) => row.currency ?? ''),
  });
  return [...events, ...found.rows.flatMap((row) => payoutEvents(row, settings))];
}

function statementEvent(row: StatedRow, settings: Settings): StatementEvent {
  const { currency, later_source: later } = row;
  return {
    kind: 'statement',
    ...momentOf(row, zoneOfRegion(settings, row.dated_by)),
    place: { source: row.source, line: Number(row.line) },
    readAt: isoInstant(row.read_at),
    rowId: row.row_id,
    type: row.type,
    status: row.status,
    typeText: row.type_text,
    statusText: row.status_text,
    names: { orderNo: row.order_no, merchantId: row.merchant_id },
    tradeNo: row.trade_no,
    subMerchantId: row.sub_merchant_id,
    paymentMethod: row.payment_method,
    money: recordedMoney(currency, row.gross_minor, row.gross_text),
    fee: optionalMoney(currency, row.fee_minor, row.fee_text),
    net: optionalMoney(currency, row.net_minor, row.net_text),
    expectedFee: computedMoney(currency, row.expected_fee_minor),
    completedAtText: row.completed_at_text,
    settledOn: row.settled_on,
    payoutId: row.payout_id,
    matched: row.matched as StatementEvent['matched'],
    countedAt:
      row.matched_order_no === null
        ? null
        : { orderNo: row.matched_order_no, merchantId: row.matched_merchant_id! },
    replacedBy: later === null ? null : { source: later, line: Number(row.later_line) },
    findings: (row.findings ?? '') === '' ? [] : row.findings!.split(' '),
  };
}

/** When a row says that it was completed, else the date on which it was settled. */
function momentOf(
  { completed_at, settled_on }: StatedRow,
  zone: string,
): Pick<StatementEvent, 'at' | 'date'> {
  return completed_at === null
    ? { at: startOf(settled_on!, zone), date: settled_on }
    : { at: isoInstant(completed_at), date: null };
}

function payoutEvents(row: PayoutRow, settings: Settings): Array<PayoutEvent | BankEvent> {
  const zone = zoneOfRegion(settings, row.region);
  const { payout_id: payoutId, settled_on, booked_on, net_minor, bank_minor } = row;
  const currency = row.currency === '' ? null : row.currency;
  const payout: PayoutEvent = {
    kind: 'payout',
    at: startOf(settled_on!, zone),
    date: settled_on!,
    payoutId,
    region: regionFolder(row.region),
    rows: row.rows,
    money: recordedMoney(currency, net_minor, null),
    isBooked: booked_on !== null,
  };
  if (booked_on === null) return [payout];
  const difference =
    net_minor === null || bank_minor === null ? null : String(BigInt(bank_minor) - BigInt(net_minor));
  return [
    payout,
    {
      kind: 'bank',
      at: startOf(booked_on, zone),
      date: booked_on,
      payoutId,
      reference: row.bank_reference,
      money: recordedMoney(currency, bank_minor, null),
      difference: computedMoney(currency, difference),
    },
  ];
}

function startOf(date: string, zone: string): string {
  return isoInstant(formatInstant(startOfDate(date, zone)));
}
