import type { Compared } from './changed-rows.ts';
import { merchantId, orderNo, paidDate, text } from './columns.ts';
import { payments } from './payments.ts';
import type { Report } from './report.ts';
import { restatementOf } from './restatement-of.ts';

export const comparedPayments: Compared = {
  report: payments,
  table: 'payment_results',
  key: ['order_no', 'merchant_id', 'payment'],
  date: paidDate,
  identity: [
    merchantId,
    orderNo,
    text('trade_no', "The service's number of the payment", '2026111910462000001830'),
  ],
  whole: 'payment',
};

export const paymentsRestatement: Report = restatementOf(
  {
    name: 'payments-restatement',
    title: 'Changes of payments since the previous version',
    grain: 'value of a payment that differs from the previous version (a first version has none)',
  },
  comparedPayments,
);
