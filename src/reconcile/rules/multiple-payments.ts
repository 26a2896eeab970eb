import { sql } from 'kysely';
import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const multiplePayments: Rule = {
  code: 'MULTIPLE_PAYMENTS',
  severity: 'critical',
  contradictsPayment: true,
  when: 'the order has more than one payment',
  explanation: 'The order was paid more than once: somebody may be owed money back.',
  remedy:
    'Compare the payments with payin-recon order. Pay back what was paid too much, then resolve the finding.',
  holds: (e) => e('e.payments', '>', 1),
  expected: () => words('1 payment'),
  actual: () => sql<string>`e.payments::text || ' payments'`,
};
