import { kindOf } from './changed-rows.ts';
import { cell, date, merchantId, orderNo, region, text, utc } from './columns.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import type { ColumnKind, Report } from './report.ts';
import { bytewise } from './selection.ts';

/** Before the columns of payments.csv. */
export const OF_PAYMENT = 'payment.';

export const adjustments: Report = {
  name: 'adjustments',
  title: 'What became known on the date of dates that were closed',
  grain: 'value of an order or payment of a closed date that differs from its final version',
  fact: true,
  onlyWithRows: true,
  columns: [
    date('known_date', 'Date on which it became known, the one of this report'),
    date('business_date', 'Business date of the order; its final version stays as it is'),
    region,
    merchantId,
    orderNo,
    text(
      'field',
      'Column of orders.csv, or payment. and a column of payments.csv; order, or payment, for one that came, went or ' +
        'moved, with a row for each of its values',
    ),
    cell(
      'previous',
      'Its cell as it was shown before: in the final version, or as the adjustment before says; empty where nobody ' +
        'was shown it; of what came, went or moved, the date and region where it was',
    ),
    cell(
      'current',
      'Its cell since then, empty where it is there no more; of what came, went or moved, date and region where it is',
    ),
    utc('known_at', 'From when the run looked that found it'),
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
      .$if(scope.merchant !== undefined, (rows) => rows.where('a.merchant_id', '=', scope.merchant!))
      .orderBy('a.run_id')
      .orderBy(bytewise(['a.business_date', 'a.merchant_id', 'a.order_no', 'a.payment', 'a.field'])),
};

function kindOfField(field: string): ColumnKind {
  return field.startsWith(OF_PAYMENT)
    ? kindOf(payments.columns, field.slice(OF_PAYMENT.length))
    : kindOf(orders.columns, field);
}
