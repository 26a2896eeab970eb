import {
  businessDate,
  count,
  difference,
  local,
  money,
  orderIdentity,
  region,
  text,
  utc,
} from './columns.ts';
import type { Column, Report } from './report.ts';
import { bytewise, heldAt, madeFrom, ofMerchant } from './selection.ts';

const COLUMNS: readonly Column[] = [
  businessDate,
  region,
  ...orderIdentity,
  text('currency', 'Currency of the request, else of the first callback'),
  ...money(
    'requested',
    'currency',
    'What was asked for; empty where it cannot be read exactly or has no currency',
  ),
  text('paid_currency', 'Currency of the deciding notification; empty for an unpaid order'),
  ...money(
    'paid',
    'paid_currency',
    'Sum of the payments in that currency; empty if one cannot be read exactly, or has no currency',
  ),
  ...difference('Paid less requested, where both are readable and in one currency'),
  text('outcome', 'What became of the order, exactly one of those in docs/reference/outcomes.md'),
  text('findings', 'Codes of what stands out, sorted, joined by a space'),
  utc('requested_at', 'When the request was made'),
  local('requested_at', 'When the request was made'),
  utc('paid_at', 'When the payment completed, as the deciding notification says'),
  local('paid_at', 'When the payment completed'),
  text(
    'offset_source',
    'How the offset of paid_at was found: explicit, region, header, utc or none (see docs/concepts/time.md)',
  ),
  utc('received_at', 'When the deciding notification was first received'),
  utc('deadline_at', 'When an unpaid order counts as stuck: expiry plus grace'),
  count('payments', 'How many payments the order has'),
  text('account_no', 'Settlement account of the response'),
];

export const orders: Report = {
  name: 'orders',
  title: 'Orders of the date',
  grain: 'order of the business date',
  fact: true,
  columns: COLUMNS,
  select: (db, scope) =>
    db
      .selectFrom('order_results')
      .select(madeFrom(COLUMNS))
      .where(heldAt(scope))
      .where(ofMerchant(scope))
      .where('business_date', '=', scope.date)
      .where('region', '=', scope.region)
      .orderBy(bytewise(['merchant_id', 'order_no'])),
};
