import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  businessDate,
  count,
  describedAs,
  merchantId,
  money,
  region,
  subMerchantId,
  text,
} from './columns.ts';
import type { Column, Report, ReportScope } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';
import { ofStatements } from './stated-columns.ts';

const OUTCOME_COLUMNS = [
  'matched',
  'mismatch',
  'reversed',
  'stuck',
  'pending',
  'expired',
  'rejected',
  'failed',
  'orphan',
] as const;

const GROUP = [
  'merchant_id',
  'business_date',
  'region',
  'sub_merchant_id',
  'payment_method',
  'currency',
] as const;

/** What is read of an order: its identity, by which some orders can be chosen, and what its row and sums are made from. */
const OF_ORDER = [
  ...(['order_no', 'merchant_id', 'business_date', 'region', 'sub_merchant_id', 'payment_method'] as const),
  ...(['outcome', 'requested_minor', 'payments', 'paid_currency', 'paid_minor', 'difference_minor'] as const),
  ...(['stated_currency', 'stated_minor', 'fee_minor', 'net_minor', 'findings'] as const),
] as const;

const COLUMNS: readonly Column[] = [
  businessDate,
  region,
  merchantId,
  subMerchantId,
  text('payment_method', 'Method of the request, otherwise of the first callback', 'PIX'),
  text('currency', 'Currency of the request; of orphans, of the payment', 'BRL'),
  count('orders', 'Number of orders'),
  ...money('requested', 'currency', 'Sum of requested amounts'),
  count('paid_orders', 'Number of these orders with a payment'),
  ...money('paid', 'currency', 'Sum of paid amounts in this currency'),
  ...money('difference', 'currency', "Sum of the orders' differences"),
  count(
    'other_currency',
    'Orders paid in another currency or without one, and therefore not in the paid sum',
  ),
  count(
    'unreadable',
    'Orders with an amount that cannot be read exactly or has no currency, and is therefore not in its sum',
  ),
  ...OUTCOME_COLUMNS.map((name) => count(name, `Orders with the outcome ${name.toUpperCase()}`)),
  ...ofStatements([
    ...money('stated', 'currency', 'Sum of the paid payment rows of statements in this currency'),
    ...money('fee', 'currency', 'Sum of the fees of these rows'),
    ...money('net', 'currency', 'Sum of the net amounts of these rows'),
    count('stated_orders', 'Orders with a paid payment row that has a currency, whichever that is'),
    count('only_in_statement', 'Orders with the finding PAID_IN_STATEMENT_ONLY'),
    count('not_in_statement', 'Orders with the finding NOT_IN_STATEMENT'),
  ]),
];

export const dailySummary: Report = {
  name: 'daily-summary',
  title: 'Totals of the orders of the date',
  grain: 'combination of merchant, sub-merchant, method and currency among the orders of the business date',
  fact: true,
  columns: COLUMNS,
  earlier: [
    {
      upTo: 4,
      columns: describedAs(COLUMNS, { stated_orders: 'Orders with a paid payment row, in any currency' }),
    },
  ],
  select: (db, scope) =>
    db
      .selectFrom(
        db
          .selectFrom('order_rows')
          .select(OF_ORDER)
          .select(
            sql`case when outcome = 'ORPHAN' then paid_currency else requested_currency end`.as('currency'),
          )
          .where(heldAt(scope))
          .where(ofMerchants(scope))
          .where('business_date', '=', scope.date)
          .where('region', '=', scope.region)
          .as('r'),
      )
      .select([
        ...GROUP,
        sql`count(*)`.as('orders'),
        sql`coalesce(sum(requested_minor), 0)`.as('requested_minor'),
        sql`count(*) filter (where payments > 0)`.as('paid_orders'),
        sql`coalesce(sum(paid_minor) filter (where paid_currency is not distinct from currency), 0)`.as(
          'paid_minor',
        ),
        sql`coalesce(sum(difference_minor), 0)`.as('difference_minor'),
        sql`count(*) filter (where payments > 0 and ${inOtherCurrency(scope)})`.as('other_currency'),
        sql`count(*) filter (where
          (outcome <> 'ORPHAN' and requested_minor is null) or (payments > 0 and paid_minor is null))`.as(
          'unreadable',
        ),
        ...OUTCOME_COLUMNS.map((name) =>
          sql`count(*) filter (where outcome = ${sql.lit(name.toUpperCase())})`.as(name),
        ),
      ])
      .$if(scope.ofStatements, (rows) => rows.select(statedSums()))
      .groupBy([...GROUP])
      .orderBy(bytewise(GROUP)),
};

/** What statements say of the orders. */
function statedSums() {
  const sum = (name: 'stated_minor' | 'fee_minor' | 'net_minor') =>
    sql`coalesce(sum(${sql.ref(name)}) filter (where stated_currency = currency), 0)`.as(name);
  const having = (code: string) =>
    sql`count(*) filter (where ${code} = any (string_to_array(findings, ' ')))`;
  return [
    ...[sum('stated_minor'), sum('fee_minor'), sum('net_minor')],
    sql`count(*) filter (where stated_currency is not null or stated_minor is not null)`.as('stated_orders'),
    having('PAID_IN_STATEMENT_ONLY').as('only_in_statement'),
    having('NOT_IN_STATEMENT').as('not_in_statement'),
  ];
}

/**
 * Whether an order was paid in another currency than its row's, or without one; the first reading rules treated none as
 * the row's own.
 */
function inOtherCurrency({ readingRules }: ReportScope): RawBuilder<SqlBool> {
  return readingRules < 2
    ? sql`paid_currency is distinct from currency`
    : sql`(paid_currency = currency) is not true`;
}
