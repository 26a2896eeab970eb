import { sql } from 'kysely';
import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const duplicateOrder: Rule = {
  code: 'DUPLICATE_ORDER',
  severity: 'high',
  contradictsPayment: true,
  when: 'pay-in records differ in currency, amount or method, or accepted ones in tradeNo',
  explanation: 'One orderNo was sent with different contents, or accepted twice.',
  remedy:
    'Compare the requests with payin-recon order, and find out why the shop used one orderNo twice. Check which of them the payer paid.',
  holds: (e) =>
    e.or([
      e('e.differing_currency', '=', true),
      e('e.differing_amount', '=', true),
      e('e.differing_method', '=', true),
      e('e.differing_trade_no', '=', true),
    ]),
  expected: () => words('one request for an orderNo'),
  actual: () => sql<string>`'differing ' || concat_ws(', ',
    case when e.differing_currency then 'currency' end,
    case when e.differing_amount then 'amount' end,
    case when e.differing_method then 'method' end,
    case when e.differing_trade_no then 'tradeNo' end) || ' in ' || e.pay_ins || ' records'`,
};
