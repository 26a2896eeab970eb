import { sql } from 'kysely';
import { instant } from './expressions.ts';
import type { Rule } from './rule.ts';

export const paidAfterExpiry: Rule = {
  code: 'PAID_AFTER_EXPIRY',
  severity: 'low',
  when: 'the deciding notification completed after the order expired, and that time is not impossible',
  explanation: 'The payer paid after the time that was given.',
  remedy: 'Decide whether the order is still delivered. If not, pay it back.',
  holds: (e) => e.and([e('e.paid_at', '>', e.ref('e.expires_at')), e('e.paid_at_impossible', '=', false)]),
  expected: () => sql<string>`'paid by ' || ${instant('expires_at')}`,
  actual: () => instant('paid_at'),
};
