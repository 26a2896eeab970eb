import { type SqlBool, sql } from 'kysely';
import { instant, money } from './expressions.ts';
import type { Rule } from './rule.ts';

export const paidInStatementOnly: Rule = {
  code: 'PAID_IN_STATEMENT_ONLY',
  severity: 'high',
  readsStatements: true,
  when: 'a statement has a paid row, no payment was notified, and statements.graceSeconds (default 3600) have passed since the time of the row',
  explanation: 'The service says in its statement that the order was paid, but no callback of it arrived.',
  remedy:
    'Look for the callback in the logs of your endpoint and ingest it. If there is none, ask the service to send it again, and deliver what was paid for.',
  holds: (e, context) =>
    e.and([
      e('e.payments', '=', 0),
      sql<SqlBool>`e.stated_since + make_interval(secs => ${context.settings.statements.graceSeconds}::integer) <= ${context.asOf}::timestamptz`,
    ]),
  expected: () => sql<string>`'a callback for the payment of ' || ${instant('stated_since')}`,
  actual: () => money('stated_currency', 'stated_minor'),
};
