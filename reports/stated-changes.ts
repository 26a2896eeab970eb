import { type RawBuilder, sql } from 'kysely';
import type { Compared } from './changed-rows.ts';
import { date, merchantId, orderNo, text } from './columns.ts';
import { payouts } from './payouts.ts';
import type { Report } from './report.ts';
import { restatementOf } from './restatement-of.ts';
import { statement } from './statement.ts';

/** Payouts, and bank rows without one, as `payouts.csv` of their date shows them. */
export const comparedPayouts: Compared = {
  report: payouts,
  table: 'payout_rows',
  rows: sql`(
    select *, coalesce(settled_on, booked_on) as date, bank_minor - net_minor as difference_minor, '' as merchant_id
    from payout_rows
  )`,
  key: ['payout_id', 'region', 'currency', 'bank_digest'],
  date: date('date', 'Date on which the payout was settled, otherwise on which the bank booked the row'),
  identity: [
    text('payout_id', 'Number of the payout; empty for a bank row without one', 'PO-20261120-01'),
    text('currency', 'Currency of the payout or bank row', 'BRL'),
    text(
      'bank_digest',
      'Digest of a bank row without a payout, by which it is told from others',
      'd41d8cd9-8f00-b204-e980-0998ecf8427e',
    ),
    text('bank_reference', "Reference in the bank's row", 'PAYOUT PO-20261120-01'),
  ],
  whole: 'payout',
};

/** Rows of statements, as `statement.csv` shows them. A corrected row is one that is removed and one that is added. */
export const comparedStatement = statementRows(sql`true`);

/**
 * Those that the sums of their order (`stated_`, `fee_`, `net_`) do not have. Only these are adjustments: what is said late
 * of a payment is among the values of its order.
 */
export const adjustedStatement = statementRows(
  sql`(r.matched = 'none' or r.type <> 'payment' or r.status <> 'paid' or r.in_other_currency)`,
);

/** Those without an order: up to schema 3, versions list the changes of no others. */
const comparedUnmatched = statementRows(sql`r.matched = 'none'`);

function statementRows(isCompared: RawBuilder<unknown>): Compared {
  const own = ['region', 'merchant_id', 'sub_merchant_id', 'trade_no', 'row_id', 'type', 'status'];
  const money = ['payment_method', 'currency', 'gross_minor', 'fee_minor', 'net_minor', 'expected_fee_minor'];
  const places = ['completed_at', 'settled_on', 'payout_id', 'matched', 'findings', 'line'];
  const keys = ['logged_at', 'digest', 'from_run', 'until_run'];
  const columns = [...own, ...money, ...places, ...keys].map((name) => sql.ref(`r.${name}`));
  return {
    report: statement,
    table: 'statement_rows',
    rows: sql`(
      select ${sql.join(columns)}, coalesce(r.matched_order_no, r.order_no) as order_no, r.order_no as named_order_no,
             coalesce(r.row_id, '') as own_row_id, r.row_date as date, s.name as source
      from statement_rows r
      join sources s on s.source_id = r.source_id
      where ${isCompared}
    )`,
    key: ['merchant_id', 'named_order_no', 'own_row_id', 'logged_at', 'digest'],
    date: date('date', 'Local date of completed_at in the zone of the region, otherwise settled_on'),
    identity: [merchantId, orderNo, text('row_id', "The statement's own number of the row", 'R-000123')],
    whole: 'statement',
  };
}

export const payoutsRestatement: Report = {
  ...restatementOf(
    {
      name: 'payouts-restatement',
      title: 'Changes of payouts since the previous version',
      grain:
        'value of a payout or bank row that differs from the previous version (a first version has none)',
    },
    comparedPayouts,
  ),
  ofStatements: true,
};

const UNMATCHED = {
  title: 'Changes of unmatched rows of statements since the previous version',
  grain:
    'value of a row of a statement without an order that differs from the previous version (a first version has none)',
};

const ofAllRows = restatementOf(
  {
    name: 'statement-restatement',
    title: 'Changes of rows of statements since the previous version',
    grain: 'value of a row of a statement that differs from the previous version (a first version has none)',
  },
  comparedStatement,
);
const ofUnmatched = restatementOf({ ...UNMATCHED, name: ofAllRows.name }, comparedUnmatched);

export const statementRestatement: Report = {
  ...ofAllRows,
  earlier: [{ upTo: 3, ...UNMATCHED }],
  select: (db, scope) => (scope.schema <= 3 ? ofUnmatched : ofAllRows).select(db, scope),
  ofStatements: true,
};
