import { paidMoney, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const notInStatement: Rule = {
  code: 'NOT_IN_STATEMENT',
  severity: 'high',
  readsStatements: true,
  when: 'a payment has no paid row in a statement, though statements cover its paid date whole',
  explanation: 'A callback notified this payment, but the statement of the service does not have it.',
  remedy:
    'Check that all statements of the date were ingested. If they were, ask the service whether the payment is real before you deliver.',
  holds: (e) => e('e.is_unstated', '=', true),
  expected: () => words('a paid row in a statement'),
  actual: () => paidMoney(),
};
