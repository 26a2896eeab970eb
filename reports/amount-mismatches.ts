import { businessDate, difference, money, orderIdentity, region, text, utc } from './columns.ts';
import type { Report } from './report.ts';
import { bytewise, differenceCurrency, heldAt, ofMerchant } from './selection.ts';

export const amountMismatches: Report = {
  name: 'amount-mismatches',
  title: 'Amounts that are not as asked',
  grain: 'order of the business date that has AMOUNT_MISMATCH, CURRENCY_MISMATCH or AMOUNT_UNREADABLE',
  fact: true,
  columns: [
    businessDate,
    region,
    ...orderIdentity,
    text('requested_currency', 'Currency of the request'),
    ...money('requested', 'requested_currency', 'What was asked for'),
    text('paid_currency', 'Currency of the deciding notification'),
    ...money('paid', 'paid_currency', 'Sum of the payments in that currency'),
    ...difference('Paid less requested, where both are readable and in one currency'),
    text('reason', 'The first that holds: currency, unreadable, unit_scale, overpaid, underpaid'),
    text('requested_text', 'The requested amount as it stands in the log'),
    text('paid_text', "The deciding notification's amount as it stands in the log"),
    utc('paid_at', 'When the payment completed'),
  ],
  select: (db, scope) =>
    db
      .selectFrom('order_results')
      .selectAll()
      .select(differenceCurrency)
      .select('amount_reason as reason')
      .where(heldAt(scope))
      .where(ofMerchant(scope))
      .where('business_date', '=', scope.date)
      .where('region', '=', scope.region)
      .where('amount_reason', 'is not', null)
      .orderBy(bytewise(['merchant_id', 'order_no'])),
};
