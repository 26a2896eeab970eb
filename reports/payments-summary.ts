import { sql } from 'kysely';
import { count, merchantId, money, paidDate, paymentMethod, region, subMerchantId, text } from './columns.ts';
import type { Report } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';

const GROUP = [
  'merchant_id',
  'paid_date',
  'region',
  'sub_merchant_id',
  'payment_method',
  'currency',
] as const;

export const paymentsSummary: Report = {
  name: 'payments-summary',
  title: 'Totals of the payments of the date',
  grain: 'combination of merchant, sub-merchant, method and currency among the payments of the paid date',
  fact: true,
  columns: [
    paidDate,
    region,
    merchantId,
    subMerchantId,
    paymentMethod,
    text('currency', 'Currency of the payments', 'BRL'),
    count('payments', 'Number of payments'),
    ...money('paid', 'currency', 'Sum of paid amounts'),
    count(
      'unreadable',
      'Payments whose amount cannot be read exactly or has no currency, and is therefore not in the sum',
    ),
  ],
  select: (db, scope) =>
    db
      .selectFrom('payments_by_date')
      .select([
        ...GROUP,
        sql`count(*)`.as('payments'),
        sql`coalesce(sum(paid_minor), 0)`.as('paid_minor'),
        sql`count(*) filter (where paid_minor is null)`.as('unreadable'),
      ])
      .where(heldAt(scope))
      .where(ofMerchants(scope))
      .where('paid_date', '=', scope.date)
      .where('region', '=', scope.region)
      .groupBy([...GROUP])
      .orderBy(bytewise(GROUP)),
};
