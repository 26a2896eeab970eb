import { differs, text } from './expressions.ts';
import type { Rule } from './rule.ts';

export const tradeNoMismatch: Rule = {
  code: 'TRADE_NO_MISMATCH',
  severity: 'high',
  contradictsPayment: true,
  when: "the deciding notification's tradeNo is not the response's",
  explanation: 'The payment was notified under another tradeNo than the order was accepted with.',
  remedy: 'Ask the service which tradeNo belongs to the order. The payment may belong to another order.',
  holds: (e) => differs(e, 'paid_trade_no', 'response_trade_no'),
  expected: () => text('response_trade_no'),
  actual: () => text('paid_trade_no'),
};
