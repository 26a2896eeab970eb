import { differs, paidMoney, requestedMoney } from './expressions.ts';
import type { Rule } from './rule.ts';

export const currencyMismatch: Rule = {
  code: 'CURRENCY_MISMATCH',
  severity: 'high',
  contradictsPayment: true,
  when: 'paid and requested currency differ',
  explanation: 'The payment came in another currency than was asked for.',
  remedy:
    'Ask the service which currency was paid. Book the payment in that currency or pay it back, then resolve the finding.',
  holds: (e) => differs(e, 'paid_currency', 'requested_currency'),
  expected: () => requestedMoney(),
  actual: () => paidMoney(),
};
