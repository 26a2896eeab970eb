import { sql } from 'kysely';
import { count, date, local, merchantId, money, region, text, utc } from './columns.ts';
import type { Report } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';

/** What identifies a row, as its cells are sorted. */
const ORDER = [
  ...['merchant_id', 'order_no', 'sub_merchant_id', 'trade_no', 'row_id', 'type', 'status', 'payment_method'],
  ...[
    'currency',
    'gross_minor',
    'fee_minor',
    'net_minor',
    'expected_fee_minor',
    'completed_second',
    'settled_on',
  ],
  ...['payout_id', 'matched', 'findings', 'source', 'line', 'digest'],
];

export const statement: Report = {
  name: 'statement',
  title: 'Rows of statements',
  grain: 'row of a statement that was completed on the date, or was settled on it if its time is unknown',
  fact: true,
  onlyWithRows: true,
  ofStatements: true,
  columns: [
    date('date', 'Local date of completed_at in the zone of the region, otherwise settled_on'),
    region,
    merchantId,
    text('sub_merchant_id', 'Sub-merchant of the order, otherwise of the row', 'S001'),
    text('order_no', "The order's number; of an unmatched row, the number in the row", 'LEX261119AGE000053'),
    text('trade_no', "The service's number in the row", '2026111910462000001830'),
    text('row_id', "The statement's own number of the row", 'R-000123'),
    text('type', 'Kind of row: payment, refund, chargeback, fee, payout or other', 'payment'),
    text('status', 'What the row says: paid, pending, failed, reversed or unknown', 'paid'),
    text('payment_method', 'Method of the row, otherwise of the order', 'PIX'),
    text('currency', 'Currency of the row', 'BRL'),
    ...money('gross', 'currency', 'Amount of the row before fees'),
    ...money('fee', 'currency', 'Fee that was charged'),
    ...money('net', 'currency', 'Amount of the row after fees, negative if it is taken from the merchant'),
    ...money('expected_fee', 'currency', 'Fee by the tariff in the settings'),
    utc('completed_at', 'Completion according to the row'),
    local('completed_at', 'Completion according to the row'),
    date('settled_on', 'Date on which the row was settled'),
    text('payout_id', 'Payout that the row is part of', 'PO-20261120-01'),
    text('matched', 'What the row belongs to: payment, order or none', 'payment'),
    text('findings', 'Codes of the findings at this row, sorted, separated by spaces', 'FEE_MISMATCH'),
    text('source', 'File in which it was first read', 'statements/2026-11-19.csv'),
    count('line', 'Line of that file'),
  ],
  select: (db, scope) =>
    db
      .selectFrom(
        db
          .selectFrom('statement_rows as r')
          .innerJoin('sources', 'sources.source_id', 'r.source_id')
          .select([
            'r.row_date as date',
            'r.region',
            'r.merchant_id',
            'r.sub_merchant_id',
            sql<string>`coalesce(r.matched_order_no, r.order_no)`.as('order_no'),
            'r.trade_no',
            'r.row_id',
            'r.type',
            'r.status',
            'r.payment_method',
            'r.currency',
            'r.gross_minor',
            'r.fee_minor',
            'r.net_minor',
            'r.expected_fee_minor',
            'r.completed_at',
            'r.settled_on',
            'r.payout_id',
            'r.matched',
            'r.findings',
            'sources.name as source',
            'r.line',
            'r.digest',
            // Rows are sorted by their cells, in which times are cut to the second.
            sql`date_trunc('second', r.completed_at)`.as('completed_second'),
          ])
          .where(heldAt(scope))
          .where(ofMerchants(scope, 'r.merchant_id'))
          .where('r.row_date', '=', scope.date)
          .where('r.region', '=', scope.region)
          .as('r'),
      )
      .selectAll()
      .orderBy(bytewise(ORDER)),
};
