import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const statementStatusMismatch: Rule = {
  code: 'STATEMENT_STATUS_MISMATCH',
  severity: 'high',
  contradictsPayment: true,
  readsStatements: true,
  when: 'a row of a statement says that a payment failed or was reversed',
  explanation:
    'A callback notified the payment as paid, but the statement says that it failed or was reversed.',
  remedy: 'Ask the service whether the payment still holds, before you deliver or book it.',
  holds: (e) => e('e.is_stated_failed', '=', true),
  expected: () => words('paid'),
  actual: () => words('failed or reversed in a statement'),
};
