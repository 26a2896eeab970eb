import { type RawBuilder, sql } from 'kysely';
import type { Rule, RuleContext } from './rule.ts';

/**
 * The outcomes of an order, each with its condition. An order has exactly one: the first whose condition holds. Help
 * and docs/reference/outcomes.md show these texts.
 */
export const OUTCOMES = {
  ORPHAN: 'callbacks, and no pay-in record',
  REVERSED: 'a callback with a reversed status',
  MISMATCH: 'paid, and at least one finding that blocks a match',
  MATCHED: 'paid, and no finding blocks a match',
  FAILED: 'a callback with a failed status',
  REJECTED: 'every pay-in record has a response, and none has code "00"',
  EXPIRED:
    'not paid, and at least expiryHorizonDays (default 7) have passed since its deadline; later evidence reopens it',
  STUCK: 'not paid, and its deadline has passed: expiry plus graceSeconds (default 900)',
  PENDING: 'not paid, and its deadline has not passed',
} as const satisfies Record<string, string>;

/** The name of an outcome. */
export type Outcome = keyof typeof OUTCOMES;

/**
 * SQL for the outcome of a row whose columns are the findings of the first rules, named by code.
 * @param contradicting the rules that block a match
 */
export function caseOutcome(contradicting: readonly Rule[], context: RuleContext): RawBuilder<string> {
  const anyContradicts = sql.join(
    contradicting.map((rule) => sql`e.${sql.ref(rule.code)}`),
    sql` or `,
  );
  const asOf = sql`${context.asOf}::timestamptz`;
  const horizon = sql`make_interval(hours => ${24 * context.settings.expiryHorizonDays}::integer)`;
  return sql<string>`case
    when not e.has_pay_in then 'ORPHAN'
    when e.has_reversed then 'REVERSED'
    when e.payments > 0 and (${anyContradicts}) then 'MISMATCH'
    when e.payments > 0 then 'MATCHED'
    when e.has_failed then 'FAILED'
    when e.all_responses and not e.any_accepted then 'REJECTED'
    when ${asOf} >= e.deadline_at + ${horizon} then 'EXPIRED'
    when ${asOf} >= e.deadline_at then 'STUCK'
    else 'PENDING'
  end`;
}

/** SQL for the reason why a STUCK order has no result: the first that applies; null for other outcomes. */
export function caseStuckReason({ hasStatements }: RuleContext): RawBuilder<string | null> {
  const stated = hasStatements ? sql`when e.stated_rows > 0 then 'paid_in_statement'` : sql``;
  return sql<string | null>`case
    when e.outcome <> 'STUCK' then null
    ${stated}
    when e.has_unknown then 'unknown_status'
    when e.has_pending then 'processing'
    when not e.has_response then 'no_response'
    else 'accepted'
  end`;
}
