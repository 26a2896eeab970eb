import { type Kysely, sql } from 'kysely';
import type { Tables } from '../src/database/tables.ts';
import { ageBucket, ageDays } from './ageing.ts';
import { businessDate, count, describedAs, money, orderIdentity, region, text, utc } from './columns.ts';
import { OWED_FINDINGS, owedMinor, returnedMinor } from './owed.ts';
import type { Column, Report, ReportScope } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';

const COLUMNS: readonly Column[] = [
  businessDate,
  region,
  ...orderIdentity,
  text('currency', 'Currency of the payment', 'BRL'),
  ...money(
    'requested',
    'currency',
    'What was asked for; empty where that is in another currency than the payment',
  ),
  ...money('paid', 'currency', 'Sum of the payments in that currency'),
  ...money('owed', 'currency', 'What was paid too much, or after a rejection'),
  ...money('returned', 'currency', 'Refunds and chargebacks of the order so far, at most what is owed'),
  ...money('left', 'currency', 'What is still to be returned'),
  text('findings', 'Findings by which it is owed, sorted, separated by spaces', 'MULTIPLE_PAYMENTS'),
  utc('paid_at', 'Completion of the payment'),
  utc('first_seen_at', 'As-of of the first run of the current uninterrupted period in which it is owed'),
  count('age_days', 'Whole days from first_seen_at to the as-of', { unit: 'days' }),
  text('age_bucket', 'Range of the age in days, including its first day: <1, 1-3, 3-7, 7-30, >30', '1-3'),
];

export const refundsDue: Report = {
  name: 'refunds-due',
  title: 'Money owed to payers',
  grain: 'order of the business date or earlier of which money is still to be returned',
  fact: false,
  withEarlier: true,
  ofStatements: true,
  columns: COLUMNS,
  earlier: [
    {
      upTo: 4,
      columns: describedAs(COLUMNS, {
        requested_minor: 'What was asked for, in minor units of currency',
        requested_amount: 'What was asked for, in major units of currency',
      }),
    },
  ],
  primaryKey: ['merchant_id', 'order_no'],
  select: (db, scope) => {
    const found = owedFindings(db, scope).as('found');
    const owed = db
      .selectFrom('order_rows')
      .innerJoin(found, (join) =>
        join
          .onRef('found.found_order_no', '=', 'order_rows.order_no')
          .onRef('found.found_merchant_id', '=', 'order_rows.merchant_id'),
      )
      .selectAll('order_rows')
      .select(byWhichOwed(scope))
      .select(owedMinor('order_rows').as('owed_minor'))
      .where(heldAt(scope));
    const back = sql<string>`coalesce(${returnedMinor('o')}, 0)`;
    return db
      .selectFrom(owed.as('o'))
      .select([
        'o.business_date',
        'o.region',
        'o.merchant_id',
        'o.sub_merchant_id',
        'o.order_no',
        'o.trade_no',
      ])
      .select(['o.payment_method', 'o.paid_currency as currency', 'o.paid_minor'])
      .select(requestedMinor(scope).as('requested_minor'))
      .select(['o.owed_minor', 'o.owed_findings as findings', 'o.paid_at', 'o.first_seen_at'])
      .select([back.as('returned_minor'), sql`o.owed_minor - ${back}`.as('left_minor')])
      .select([ageDays(scope.asOf).as('age_days'), ageBucket(scope.asOf).as('age_bucket')])
      .where(sql<boolean>`o.owed_minor > ${back}`)
      .orderBy(bytewise(['o.merchant_id', 'o.order_no']));
  },
};

/** The findings of each order by which money may be owed, with and without AMOUNT_MISMATCH, and since when it has them. */
function owedFindings(db: Kysely<Tables>, scope: ReportScope) {
  const others = sql`filter (where code <> 'AMOUNT_MISMATCH')`;
  return db
    .selectFrom('finding_results')
    .select(['order_no as found_order_no', 'merchant_id as found_merchant_id'])
    .select([
      sql`min(first_seen_at)`.as('first_seen_at'),
      sql`min(first_seen_at) ${others}`.as('others_first_seen_at'),
      sql`string_agg(code, ' ' order by code collate "C")`.as('codes'),
      sql`string_agg(code, ' ' order by code collate "C") ${others}`.as('other_codes'),
    ])
    .where(heldAt(scope))
    .where(ofMerchants(scope))
    .where('region', '=', scope.region)
    .where('business_date', '<=', scope.date)
    .where('code', 'in', [...OWED_FINDINGS])
    .groupBy(['order_no', 'merchant_id']);
}

/** By a difference nothing is owed unless too much was paid. Up to schema 4, versions name it with the others all the same. */
function byWhichOwed({ schema }: ReportScope) {
  const isOwed = schema <= 4 ? sql`true` : sql`order_rows.amount_reason = 'overpaid'`;
  const either = (all: string, others: string) =>
    sql`case when ${isOwed} then ${sql.ref(all)} else ${sql.ref(others)} end`;
  return [
    either('found.first_seen_at', 'found.others_first_seen_at').as('first_seen_at'),
    either('found.codes', 'found.other_codes').as('owed_findings'),
  ];
}

/** Requested money is in the currency of the row, which is the payment's. Up to schema 4, versions have it in any. */
function requestedMinor({ schema }: ReportScope) {
  const minor = sql<string | null>`o.requested_minor`;
  return schema <= 4
    ? minor
    : sql<string | null>`case when o.requested_currency = o.paid_currency then ${minor} end`;
}
