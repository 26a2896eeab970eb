import { sql } from 'kysely';
import { instant, text } from './expressions.ts';
import type { Rule } from './rule.ts';

export const stuckProcessing: Rule = {
  code: 'STUCK_PROCESSING',
  severity: 'medium',
  readsOutcome: true,
  when: 'the outcome is STUCK',
  explanation: 'The order should have had its result by now.',
  remedy:
    'Read explanation in stuck-orders.csv. Ingest the callback logs that are missing, or ask the service for the status of the order.',
  holds: (e) => e('e.outcome', '=', 'STUCK'),
  reason: () => text('stuck_reason'),
  expected: () => sql<string>`'a result by ' || ${instant('deadline_at')}`,
  actual: () => text('stuck_reason'),
};
