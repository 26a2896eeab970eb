import { callbacks, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const orphanCallback: Rule = {
  code: 'ORPHAN_CALLBACK',
  severity: 'high',
  readsOutcome: true,
  when: 'the outcome is ORPHAN',
  explanation: 'There is a callback, but no request of that merchant and orderNo in the logs.',
  remedy:
    'Ingest the logs of pay-in calls that are missing. If there is no such call, ask the service what the payment is for.',
  holds: (e) => e('e.outcome', '=', 'ORPHAN'),
  expected: () => words('a pay-in record'),
  actual: () => callbacks('notifications'),
};
