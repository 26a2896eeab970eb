import {
  businessDate,
  count,
  date,
  difference,
  local,
  money,
  orderIdentity,
  region,
  text,
  utc,
} from './columns.ts';
import { type Column, type Report, shownColumns } from './report.ts';
import { bytewise, heldAt, madeFrom, ofMerchants } from './selection.ts';
import { moneyIn, ofStatements } from './stated-columns.ts';

const COLUMNS: readonly Column[] = [
  businessDate,
  region,
  ...orderIdentity,
  text('currency', 'Currency of the request, otherwise of the first callback', 'BRL'),
  ...money(
    'requested',
    'currency',
    'Requested amount; empty where it cannot be read exactly or has no currency',
  ),
  text('paid_currency', 'Currency of the deciding notification; empty for an unpaid order', 'BRL'),
  ...money(
    'paid',
    'paid_currency',
    'Sum of the payments in that currency; empty if one cannot be read exactly, or has no currency',
  ),
  ...difference('Paid minus requested, where both can be read and have the same currency'),
  text('outcome', 'What became of the order, exactly one of those in docs/reference/outcomes.md', 'MATCHED'),
  text('findings', 'Codes of the findings, sorted, separated by spaces', 'AMOUNT_MISMATCH LATE_CALLBACK'),
  utc('requested_at', 'Time of the request'),
  local('requested_at', 'Time of the request'),
  utc('paid_at', 'Completion of the payment, from the deciding notification'),
  local('paid_at', 'Completion of the payment'),
  text(
    'offset_source',
    'How the offset of paid_at was found: explicit, region, header, utc or none (see docs/concepts/time.md)',
    'region',
  ),
  utc('received_at', 'First receipt of the deciding notification'),
  utc('deadline_at', 'Time from which an unpaid order is STUCK: expiry plus grace'),
  count('payments', 'Number of payments of the order'),
  text('account_no', 'Settlement account from the response', 'ACC0001'),
  ...ofStatements([
    ...moneyIn('stated', 'stated_currency', 'Sum of the paid payment rows of statements'),
    ...moneyIn('fee', 'stated_currency', 'Sum of the fees of these rows'),
    ...moneyIn('net', 'stated_currency', 'Sum of the net amounts of these rows'),
    date('settled_on', 'Date on which the latest of these rows was settled'),
    text('payout_id', 'Payout that the latest of these rows is part of', 'PO-20261120-01'),
  ]),
];

export const orders: Report = {
  name: 'orders',
  title: 'Orders of the date',
  grain: 'order of the business date',
  fact: true,
  columns: COLUMNS,
  primaryKey: ['merchant_id', 'order_no'],
  select: (db, scope) =>
    db
      .selectFrom('order_rows')
      .select(madeFrom(shownColumns({ columns: COLUMNS }, scope)))
      .where(heldAt(scope))
      .where(ofMerchants(scope))
      .where('business_date', '=', scope.date)
      .where('region', '=', scope.region)
      .orderBy(bytewise(['merchant_id', 'order_no'])),
};
