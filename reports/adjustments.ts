import { cell, date, merchantId, orderNo, region, text, utc } from './columns.ts';
import type { Report } from './report.ts';
import { bytewise } from './selection.ts';

export const adjustments: Report = {
  name: 'adjustments',
  title: 'What became known on the date of dates that were closed',
  grain: 'one value of an order, or payment, of a closed date that is not what its final version shows',
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
      'Column of orders.csv; order for one that came, went or moved; of a payment on a closed date of an order ' +
        'whose own date is open: payment for one that came, went or moved, else payment. and the column of payments.csv',
    ),
    cell(
      'previous',
      'Its cell before: in the final version, or as the adjustment before says; of what moved, date and region',
    ),
    cell('current', 'Its cell since then; of what came, went or moved, the date and region where it is'),
    utc('known_at', 'From when the run looked that found it'),
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
