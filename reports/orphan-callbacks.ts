import { sql } from 'kysely';
import { businessDate, count, merchantId, money, orderNo, region, text, utc } from './columns.ts';
import type { Report } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';

export const orphanCallbacks: Report = {
  name: 'orphan-callbacks',
  title: 'Callbacks without an order',
  grain: 'callback of an ORPHAN order of the business date',
  fact: true,
  columns: [
    businessDate,
    region,
    merchantId,
    text('sub_merchant_id', 'Sub-merchant of the callback', 'S001'),
    orderNo,
    text('trade_no', "The service's number in the callback", '2026111910462000001830'),
    text('payment_method', 'Method of the callback', 'PIX'),
    text('status', 'Status in the callback', 'SUCCESS'),
    text('currency', 'Currency of the callback', 'BRL'),
    ...money('paid', 'currency', 'Amount of the callback, whatever its status'),
    utc('completed_at', 'Completion according to the callback'),
    utc('received_at', 'Time of receipt'),
    text('source', 'File in which it was first read', 'logs/callbacks-2026-11-19-br.ndjson'),
    count('line', 'Line of that file'),
  ],
  foreignKey: { columns: ['merchant_id', 'order_no'], report: 'orders' },
  select: (db, scope) =>
    db
      .selectFrom(
        db
          .selectFrom('orphan_results')
          .innerJoin('sources', 'sources.source_id', 'orphan_results.source_id')
          .selectAll('orphan_results')
          .select('sources.name as source')
          // Rows are sorted by their cells, in which times are cut to the second.
          .select([
            sql`date_trunc('second', completed_at)`.as('completed_second'),
            sql`date_trunc('second', received_at)`.as('received_second'),
          ])
          .where(heldAt(scope))
          .where(ofMerchants(scope))
          .where('business_date', '=', scope.date)
          .where('region', '=', scope.region)
          .as('r'),
      )
      .selectAll()
      .orderBy(
        bytewise([
          'merchant_id',
          'order_no',
          'sub_merchant_id',
          'trade_no',
          'payment_method',
          'status',
          'currency',
          'paid_minor',
          'completed_second',
          'received_second',
          'source',
          'line',
        ]),
      )
      .orderBy(sql`digest`),
};
