import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlParameters } from '../../database/sql-file.ts';
import { RULES } from './all.ts';
import { amountMismatch } from './amount-mismatch.ts';
import { caseOutcome, caseStuckReason } from './outcome.ts';
import type { Evidence, JudgedEvidence, Rule, RuleContext } from './rule.ts';

const e: Evidence = expressionBuilder<{ e: JudgedEvidence }, 'e'>();

/** The columns of results/order_results.sql that say what statements say. */
const STATED = sql`e.stated_currency, e.stated_minor, e.stated_fee_minor, e.stated_net_minor, e.settled_on, e.payout_id,
  e.returned_currency, e.returned_minor`;
const NOT_STATED = sql`null::text, null::numeric, null::numeric, null::numeric, null::date, null::text, null::text,
  null::numeric`;

/**
 * The rules as parts of `results/order_results.sql`, which judges all orders in one pass:
 * - `rules`: CTEs over `evidence`, or over `stated` where the run knows a statement. Each adds columns to the one before; the last, `flagged`, has one boolean column for
 *   each rule, named by its code, and `outcome` and `stuck_reason`.
 * - `findings`: the codes of an order's findings, sorted, separated by spaces.
 * - `stated`: what statements say of an order; null where the run knows none.
 * - `amount_reason`: why an order is in amount-mismatches.csv: the first reason that applies; null for all others.
 * @param fence what ends a layer
 */
export function orderLayers(context: RuleContext, fence: RawBuilder<unknown>): SqlParameters {
  const rules = rulesOf(context);
  const flags = (readsOutcome: boolean) =>
    sql.join(
      rules
        .filter((rule) => (rule.readsOutcome ?? false) === readsOutcome)
        .map((rule) => sql`${holds(rule, context)} as ${sql.ref(rule.code)}`),
    );
  const contradicting = rules.filter((rule) => rule.contradictsPayment);
  return {
    rules: sql`
      contradicted as (
        select e.*, ${flags(false)} from ${sql.ref(judgedIn(context))} e ${fence}
      ),
      decided as (
        select e.*, ${caseOutcome(contradicting, context)} as outcome from contradicted e ${fence}
      ),
      flagged as (
        select e.*, ${caseStuckReason(context)} as stuck_reason, ${flags(true)} from decided e
      )`,
    findings: codes(rules),
    stated: context.hasStatements ? STATED : NOT_STATED,
    amount_reason: sql`case
      when e."CURRENCY_MISMATCH" then 'currency'
      when e."AMOUNT_UNREADABLE" then 'unreadable'
      when e."AMOUNT_MISMATCH" then ${amountMismatch.reason!(e, context)}
    end`,
  };
}

/** The texts of a finding as parts of `results/finding_results.sql`: `expected`, `actual` and `reason`. */
export function findingTexts(context: RuleContext): SqlParameters {
  return {
    expected: byCode(context, (rule) => rule.expected(e, context)),
    actual: byCode(context, (rule) => rule.actual(e, context)),
    reason: byCode(context, (rule) => rule.reason?.(e, context) ?? sql`null`),
    judged: sql.ref(judgedIn(context)),
  };
}

function rulesOf({ hasStatements }: RuleContext): readonly Rule[] {
  return hasStatements ? RULES : RULES.filter((rule) => rule.readsStatements !== true);
}

/** The CTE that has the evidence: with what statements say, where a run knows one. */
function judgedIn({ hasStatements }: RuleContext): string {
  return hasStatements ? 'stated' : 'evidence';
}

function holds(rule: Rule, context: RuleContext): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${rule.holds(e, context)}, false)`;
}

function codes(rules: readonly Rule[]): RawBuilder<string> {
  const sorted = rules.map((rule) => rule.code).sort();
  const each = sorted.map((code) => sql`case when e.${sql.ref(code)} then ${sql.lit(code)} end`);
  return sql<string>`concat_ws(' ', ${sql.join(each)})`;
}

/**
 * A text from the finding's own rule; the database computes only that one. It does not use `case e.code when …`,
 * because Citus sends that to its workers in a form that they cannot parse.
 */
function byCode(
  context: RuleContext,
  textOf: (rule: Rule) => Expression<unknown>,
): RawBuilder<string | null> {
  const branches = rulesOf(context).map(
    (rule) => sql`when e.code = ${sql.lit(rule.code)} then (${textOf(rule)})::text`,
  );
  return sql<string | null>`case ${sql.join(branches, sql` `)} end`;
}
