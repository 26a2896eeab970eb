import { paidMoney, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const conflictingCallbacks: Rule = {
  code: 'CONFLICTING_CALLBACKS',
  severity: 'high',
  contradictsPayment: true,
  when: 'notifications of one payment disagree on currency or amount',
  explanation: 'The service notified one payment with different amounts; the latest decides.',
  remedy: 'Ask the service which amount is right. Until then the latest notification counts.',
  holds: (e) => e('e.payments_conflict', '=', true),
  expected: () => words('one amount for a payment'),
  actual: () => paidMoney(),
};
