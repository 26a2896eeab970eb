import { callbacks, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const keyMismatch: Rule = {
  code: 'KEY_MISMATCH',
  severity: 'high',
  contradictsPayment: true,
  when: 'a callback came under another merchant or orderNo and was attributed by its tradeNo',
  explanation: "A callback names another order, but its tradeNo is this order's alone.",
  remedy:
    'Compare callback and request with payin-recon order. Ask the service why the callback names another merchant or orderNo.',
  holds: (e) => e('e.by_trade_no', '=', true),
  expected: () => words('callbacks under the key of the order'),
  actual: () => callbacks('foreign_notifications', ' attributed by tradeNo'),
};
