import { businessDate, difference, money, orderIdentity, region, text, utc } from './columns.ts';
import type { Report } from './report.ts';
import { bytewise, differenceCurrency, heldAt, ofMerchants } from './selection.ts';

export const amountMismatches: Report = {
  name: 'amount-mismatches',
  title: 'Orders paid with another amount or currency than requested',
  grain: 'order of the business date that has AMOUNT_MISMATCH, CURRENCY_MISMATCH or AMOUNT_UNREADABLE',
  fact: true,
  columns: [
    businessDate,
    region,
    ...orderIdentity,
    text('requested_currency', 'Currency of the request', 'BRL'),
    ...money('requested', 'requested_currency', 'What was asked for'),
    text('paid_currency', 'Currency of the deciding notification', 'BRL'),
    ...money('paid', 'paid_currency', 'Sum of the payments in that currency'),
    ...difference('Paid minus requested, where both can be read and have the same currency'),
    text('reason', 'First that applies: currency, unreadable, unit_scale, overpaid, underpaid', 'underpaid'),
    text('requested_text', 'Requested amount as written in the log', '15000'),
    text('paid_text', 'Amount of the deciding notification as written in the log', '14500'),
    utc('paid_at', 'Completion of the payment'),
  ],
  primaryKey: ['merchant_id', 'order_no'],
  foreignKey: { columns: ['merchant_id', 'order_no'], report: 'orders' },
  select: (db, scope) =>
    db
      .selectFrom('order_rows')
      .selectAll()
      .select(differenceCurrency)
      .select('amount_reason as reason')
      .where(heldAt(scope))
      .where(ofMerchants(scope))
      .where('business_date', '=', scope.date)
      .where('region', '=', scope.region)
      .where('amount_reason', 'is not', null)
      .orderBy(bytewise(['merchant_id', 'order_no'])),
};
