import type { Compared } from './changed-rows.ts';
import { businessDate, merchantId, orderNo } from './columns.ts';
import { orders } from './orders.ts';
import { OWED_COLUMNS } from './owed.ts';
import type { Report } from './report.ts';
import { restatementOf } from './restatement-of.ts';

export const comparedOrders: Compared = {
  report: orders,
  table: 'order_results',
  key: ['order_no', 'merchant_id'],
  date: businessDate,
  identity: [merchantId, orderNo],
  primaryKey: ['merchant_id', 'order_no'],
  whole: 'order',
};

/** The values of orders whose changes are adjustments of closed dates: also what is owed and returned. */
export const adjustedOrders: Compared = {
  ...comparedOrders,
  report: { ...orders, columns: [...orders.columns, ...OWED_COLUMNS] },
};

export const restatement: Report = restatementOf(
  {
    name: 'restatement',
    title: 'Changes of orders since the previous version',
    grain: 'value of an order that differs from the previous version (a first version has none)',
  },
  comparedOrders,
);
