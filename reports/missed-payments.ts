import { sql } from 'kysely';
import { ageDays } from './ageing.ts';
import { businessDate, count, date, local, money, orderIdentity, region, text, utc } from './columns.ts';
import type { Report } from './report.ts';
import { bytewise, caseAt, heldAt, ofMerchants } from './selection.ts';
import { moneyIn } from './stated-columns.ts';

const CODE = 'PAID_IN_STATEMENT_ONLY';

export const missedPayments: Report = {
  name: 'missed-payments',
  title: 'Orders that only statements show as paid',
  grain: 'order of the business date or earlier with an open finding PAID_IN_STATEMENT_ONLY',
  fact: false,
  withEarlier: true,
  ofStatements: true,
  columns: [
    businessDate,
    region,
    ...orderIdentity,
    text('currency', 'Currency of the request', 'BRL'),
    ...money('requested', 'currency', 'What was asked for'),
    ...moneyIn('stated', 'stated_currency', 'Sum of the paid payment rows of statements'),
    ...moneyIn('fee', 'stated_currency', 'Sum of the fees of these rows'),
    ...moneyIn('net', 'stated_currency', 'Sum of the net amounts of these rows'),
    utc('completed_at', 'Completion according to the first of these rows'),
    local('completed_at', 'Completion according to the first of these rows'),
    date('settled_on', 'Date on which the latest of these rows was settled'),
    text('payout_id', 'Payout that the latest of these rows is part of', 'PO-20261120-01'),
    utc('first_seen_at', 'As-of of the first run of the current uninterrupted period with this finding'),
    count('age_days', 'Whole days from first_seen_at to the as-of', { unit: 'days' }),
    text('outcome', 'Outcome of the order', 'STUCK'),
  ],
  primaryKey: ['merchant_id', 'order_no'],
  select: (db, scope) => {
    const found = db
      .selectFrom('finding_results')
      .leftJoin(caseAt(scope.lastEntry), (join) =>
        join
          .onRef('cases.case_order_no', '=', 'finding_results.order_no')
          .onRef('cases.case_merchant_id', '=', 'finding_results.merchant_id')
          .onRef('cases.case_code', '=', 'finding_results.code'),
      )
      .select(['order_no', 'merchant_id', 'first_seen_at'])
      .where(heldAt(scope))
      .where(ofMerchants(scope))
      .where('code', '=', CODE)
      .where('region', '=', scope.region)
      .where('business_date', '<=', scope.date)
      .where(sql<boolean>`coalesce(cases.state, 'open') = 'open'`);
    const first = db
      .selectFrom('statement_rows')
      // Its index by order is used, as there are few of these orders among all rows.
      .innerJoin(found.as('k'), (join) =>
        join.onRef('k.order_no', '=', 'matched_order_no').onRef('k.merchant_id', '=', 'matched_merchant_id'),
      )
      .select(['matched_order_no', 'matched_merchant_id'])
      .select((e) => e.fn.min('completed_at').as('completed_at'))
      .where(heldAt(scope))
      .where('type', '=', 'payment')
      .where('status', '=', 'paid')
      .groupBy(['matched_order_no', 'matched_merchant_id'])
      .as('r');
    const orders = db.selectFrom('order_rows').selectAll().where(heldAt(scope)).as('o');
    return db
      .selectFrom(found.as('f'))
      .innerJoin(orders, (join) =>
        join.onRef('o.order_no', '=', 'f.order_no').onRef('o.merchant_id', '=', 'f.merchant_id'),
      )
      .leftJoin(first, (join) =>
        join
          .onRef('r.matched_order_no', '=', 'f.order_no')
          .onRef('r.matched_merchant_id', '=', 'f.merchant_id'),
      )
      .select([
        'o.business_date',
        'o.region',
        'o.merchant_id',
        'o.sub_merchant_id',
        'o.order_no',
        'o.trade_no',
      ])
      .select(['o.payment_method', 'o.requested_currency as currency', 'o.requested_minor', 'o.outcome'])
      .select([
        'o.stated_currency',
        'o.stated_minor',
        'o.fee_minor',
        'o.net_minor',
        'o.settled_on',
        'o.payout_id',
      ])
      .select(['r.completed_at', 'f.first_seen_at'])
      .select(ageDays(scope.asOf).as('age_days'))
      .orderBy(bytewise(['o.merchant_id', 'o.order_no']));
  },
};
