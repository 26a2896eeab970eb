import { callbacks, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const paymentReversed: Rule = {
  code: 'PAYMENT_REVERSED',
  severity: 'high',
  readsOutcome: true,
  when: 'the outcome is REVERSED',
  explanation: 'The payment was taken back.',
  remedy: 'Book the reversal, and stop the delivery if it has not been made.',
  holds: (e) => e('e.outcome', '=', 'REVERSED'),
  expected: () => words('no reversal'),
  actual: () => callbacks('reversed_notifications', ' with a reversed status'),
};
