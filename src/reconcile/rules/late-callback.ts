import { type SqlBool, sql } from 'kysely';
import { instant, secondsFrom } from './expressions.ts';
import type { Rule } from './rule.ts';

export const lateCallback: Rule = {
  code: 'LATE_CALLBACK',
  severity: 'low',
  when: 'the deciding notification was received later than the setting lateCallbackSeconds after it completed',
  explanation: 'The callback came long after the payment.',
  remedy: 'Nothing to do for a single order. If there are many, see callback-delays.csv and ask the service.',
  holds: (_e, context) =>
    sql<SqlBool>`${secondsFrom('paid_at', 'received_at')} > ${context.settings.lateCallbackSeconds}`,
  expected: (_e, context) =>
    sql<string>`'within ' || ${context.settings.lateCallbackSeconds}::integer || ' s of ' || ${instant('paid_at')}`,
  actual: () => instant('received_at'),
};
