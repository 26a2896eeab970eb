import {
  businessDate,
  local,
  merchantId,
  money,
  orderNo,
  paidDate,
  paymentMethod,
  region,
  subMerchantId,
  text,
  utc,
} from './columns.ts';
import type { Column, Report } from './report.ts';
import { bytewise, heldAt, madeFrom, ofMerchants } from './selection.ts';

const COLUMNS: readonly Column[] = [
  paidDate,
  businessDate,
  region,
  merchantId,
  subMerchantId,
  orderNo,
  text('trade_no', "The service's number of the payment", '2026111910462000001830'),
  paymentMethod,
  text('currency', 'Currency of the payment', 'BRL'),
  ...money(
    'paid',
    'currency',
    'Amount of the payment; empty where it cannot be read exactly or has no currency',
  ),
  utc('paid_at', 'Completion of the payment'),
  local('paid_at', 'Completion of the payment'),
  utc('received_at', 'First receipt of its deciding notification'),
  text('outcome', 'Outcome of the order', 'MATCHED'),
];

export const payments: Report = {
  name: 'payments',
  title: 'Payments of the date',
  grain: 'payment made on the paid date, whenever it was requested',
  fact: true,
  columns: COLUMNS,
  select: (db, scope) =>
    db
      .selectFrom('payments_by_date')
      .select(madeFrom(COLUMNS))
      .where(heldAt(scope))
      .where(ofMerchants(scope))
      .where('paid_date', '=', scope.date)
      .where('region', '=', scope.region)
      .orderBy(bytewise(['merchant_id', 'order_no', 'business_date', 'sub_merchant_id', 'trade_no'])),
};
