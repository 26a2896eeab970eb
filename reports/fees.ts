import { type RawBuilder, sql } from 'kysely';
import { count, merchantId, money, region, text } from './columns.ts';
import type { Report, ReportScope } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';

const PAYMENT = sql`type = 'payment' and status = 'paid'`;

export const fees: Report = {
  name: 'fees',
  title: 'Fees of the month by merchant and method',
  grain: 'merchant, method and currency among the rows of statements of the month',
  fact: false,
  ofStatements: true,
  ofMonth: true,
  columns: [
    text('month', 'Month of the date, from its first to its last day', '2026-11'),
    region,
    merchantId,
    text('payment_method', 'Method of the row, otherwise of the order', 'PIX'),
    text('currency', 'Currency of the rows', 'BRL'),
    count('rows', 'Paid payment rows'),
    ...money('gross', 'currency', 'Sum of these rows before fees'),
    ...money('charged', 'currency', 'Sum of the fees of these rows'),
    ...money('expected', 'currency', 'Sum of the fees by the tariffs in the settings'),
    ...money('difference', 'currency', 'Charged minus expected, of the rows that have both'),
    count('rows_without_tariff', 'Paid payment rows for which the settings have no tariff'),
    ...money(
      'other_fees',
      'currency',
      'Fees of other rows: of refunds and chargebacks, and rows of the type fee',
    ),
  ],
  select: (db, scope) =>
    db
      .selectFrom(
        db
          .selectFrom('statement_rows')
          .select(['region', 'merchant_id', 'payment_method', 'currency'])
          .select([
            sql`to_char(${scope.date}::date, 'YYYY-MM')`.as('month'),
            sql`count(*) filter (where ${PAYMENT})`.as('rows'),
            sql`coalesce(sum(gross_minor) filter (where ${PAYMENT}), 0)`.as('gross_minor'),
            sql`coalesce(sum(fee_minor) filter (where ${PAYMENT}), 0)`.as('charged_minor'),
            sql`coalesce(sum(expected_fee_minor) filter (where ${PAYMENT}), 0)`.as('expected_minor'),
            sql`coalesce(sum(fee_minor::numeric - expected_fee_minor) filter (where ${PAYMENT}), 0)`.as(
              'difference_minor',
            ),
            sql`count(*) filter (where ${PAYMENT} and gross_minor is not null and expected_fee_minor is null)`.as(
              'rows_without_tariff',
            ),
            sql`coalesce(sum(case when type = 'fee' then ${feeOf(scope)} else fee_minor end)
                  filter (where type in ('fee', 'refund', 'chargeback') and status = 'paid'), 0)`.as(
              'other_fees_minor',
            ),
          ])
          .where(heldAt(scope))
          .where(ofMerchants(scope))
          .where('region', '=', scope.region)
          .where('row_date', '>=', sql<string>`date_trunc('month', ${scope.date}::date)::date`)
          .where(
            'row_date',
            '<',
            sql<string>`(date_trunc('month', ${scope.date}::date) + interval '1 month')::date`,
          )
          .groupBy(['region', 'merchant_id', 'payment_method', 'currency'])
          .as('r'),
      )
      .selectAll()
      .where(sql<boolean>`rows > 0 or other_fees_minor <> 0`)
      .orderBy(bytewise(['merchant_id', 'payment_method', 'currency'])),
};

/**
 * What a row of the type fee charges. By the first three editions of the reading rules a gross amount of zero counted, and before
 * the fifth no row that states only its net amount.
 */
function feeOf({ readingRules }: ReportScope): RawBuilder<unknown> {
  if (readingRules < 4) return sql`coalesce(gross_minor, fee_minor)`;
  if (readingRules < 5) return sql`coalesce(nullif(gross_minor, 0), fee_minor)`;
  return sql`coalesce(nullif(gross_minor, 0), nullif(fee_minor, 0), - net_minor)`;
}
