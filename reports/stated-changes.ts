import { sql } from 'kysely';
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

/**
 * Rows of statements without an order, as `statement.csv` shows them. What the other rows say is in the values of their
 * orders. A corrected row is one that is removed and one that is added.
 */
export const comparedUnmatched: Compared = {
  report: statement,
  table: 'statement_rows',
  rows: sql`(
    select r.*, r.order_no as named_order_no, coalesce(r.row_id, '') as own_row_id, r.row_date as date, s.name as source
    from statement_rows r
    join sources s on s.source_id = r.source_id
    where r.matched = 'none'
  )`,
  key: ['merchant_id', 'named_order_no', 'own_row_id', 'logged_at', 'digest'],
  date: date('date', 'Local date of completed_at in the zone of the region, otherwise settled_on'),
  identity: [merchantId, orderNo, text('row_id', "The statement's own number of the row", 'R-000123')],
  whole: 'statement',
};

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

export const statementRestatement: Report = {
  ...restatementOf(
    {
      name: 'statement-restatement',
      title: 'Changes of unmatched rows of statements since the previous version',
      grain:
        'value of a row of a statement without an order that differs from the previous version (a first version has none)',
    },
    comparedUnmatched,
  ),
  ofStatements: true,
};
