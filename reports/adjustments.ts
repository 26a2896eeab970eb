import { type Compared, kindOf } from './changed-rows.ts';
import { cell, date, describedAs, merchantId, orderNo, region, text, utc } from './columns.ts';
import { comparedPayments } from './payments-restatement.ts';
import type { Column, ColumnKind, Report } from './report.ts';
import { adjustedOrders } from './restatement.ts';
import { bytewise, ofMerchants } from './selection.ts';
import { adjustedStatement, comparedPayouts } from './stated-changes.ts';
import { ofStatements } from './stated-columns.ts';

/** What is adjusted besides orders. Its columns are named by the name of a whole row and a full stop, `payment.trade_no`. */
const BESIDES_ORDERS: readonly Compared[] = [comparedPayments, comparedPayouts, adjustedStatement];

/** What a field of adjustments is of. */
export function adjustedBy(field: string): Compared {
  const named = BESIDES_ORDERS.find(({ whole }) => field === whole || field.startsWith(`${whole}.`));
  return named ?? adjustedOrders;
}

/** Before the columns of what is adjusted; nothing before those of orders. */
export function prefixOf(compared: Compared): string {
  return compared === adjustedOrders ? '' : `${compared.whole}.`;
}

const COLUMNS: readonly Column[] = [
  date('known_date', 'Date on which the change became known; the date of this report'),
  date('business_date', 'Business date of the order; its final version does not change'),
  region,
  merchantId,
  orderNo,
  text(
    'field',
    'Column of orders.csv, or payment. and a column of payments.csv; order or payment for a row that was added, ' +
      'removed or moved, followed by one row per value of it',
    'outcome',
  ),
  cell(
    'previous',
    'Previous cell: of the final version, or of the previous adjustment; empty where there ' +
      'was none; for a row that was added, removed or moved, its previous date and region',
    'PENDING',
  ),
  cell(
    'current',
    'Current cell; empty where there is none; for a row that was added, removed or moved, its current date and region',
    'MATCHED',
  ),
  utc('known_at', 'As-of of the run that found the change'),
  ...ofStatements([
    text(
      'item',
      'Which payment of the order, payout, or row of a bank or statement it is; empty for an order. Bank rows have ' +
        'fields with payout., and rows of statements fields with statement. unless the sums of their order have their ' +
        'amounts; business_date is then their date',
      'PO-20261120-01 BRL',
    ),
  ]),
];

export const adjustments: Report = {
  name: 'adjustments',
  title: 'Changes to closed dates that became known on the date',
  grain: 'value of an order or payment of a closed date that differs from its final version',
  fact: true,
  onlyWithRows: true,
  columns: COLUMNS,
  earlier: [
    {
      upTo: 3,
      columns: describedAs(COLUMNS, {
        item:
          'Which payment of the order, payout, or row of a bank or statement it is; empty for an order. Payouts and bank ' +
          'rows have fields with payout., and rows of statements without an order with statement., as payments have with ' +
          'payment.; business_date is then their date',
      }),
    },
  ],
  unfold: (row, scope) => [
    { ...row, cell_kind: scope.schema < 2 ? null : kindOfField(String(row['field'])) },
  ],
  select: (db, scope) =>
    db
      .selectFrom('adjustments as a')
      .innerJoin('runs as r', 'r.run_id', 'a.run_id')
      .select([
        'a.known_date',
        'a.business_date',
        'a.region',
        'a.merchant_id',
        'a.order_no',
        'a.field',
        'a.previous',
        'a.current',
        'r.as_of as known_at',
        'a.payment as item',
      ])
      .where('a.known_date', '=', scope.date)
      .where('a.region', '=', scope.region)
      .where('a.run_id', '<=', scope.run)
      .where(ofMerchants(scope))
      .orderBy('a.run_id')
      .orderBy(bytewise(['a.business_date', 'a.merchant_id', 'a.order_no', 'a.payment', 'a.field'])),
};

function kindOfField(field: string): ColumnKind {
  const compared = adjustedBy(field);
  if (field === compared.whole) return 'text';
  return kindOf(compared.report.columns, field.slice(prefixOf(compared).length));
}
