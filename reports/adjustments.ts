import { kindOf } from './changed-rows.ts';
import { cell, date, merchantId, orderNo, region, text, utc } from './columns.ts';
import { orders } from './orders.ts';
import { OWED_COLUMNS } from './owed.ts';
import { payments } from './payments.ts';
import type { ColumnKind, Report } from './report.ts';
import { bytewise, ofMerchants } from './selection.ts';

/** Before the columns of payments.csv. */
export const OF_PAYMENT = 'payment.';

export const adjustments: Report = {
  name: 'adjustments',
  title: 'Changes to closed dates that became known on the date',
  grain: 'value of an order or payment of a closed date that differs from its final version',
  fact: true,
  onlyWithRows: true,
  columns: [
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
      ])
      .where('a.known_date', '=', scope.date)
      .where('a.region', '=', scope.region)
      .where('a.run_id', '<=', scope.run)
      .where(ofMerchants(scope))
      .orderBy('a.run_id')
      .orderBy(bytewise(['a.business_date', 'a.merchant_id', 'a.order_no', 'a.payment', 'a.field'])),
};

function kindOfField(field: string): ColumnKind {
  return field.startsWith(OF_PAYMENT)
    ? kindOf(payments.columns, field.slice(OF_PAYMENT.length))
    : kindOf([...orders.columns, ...OWED_COLUMNS], field);
}
