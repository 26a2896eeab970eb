import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { RULES } from './all.ts';
import { amountMismatch } from './amount-mismatch.ts';
import { caseOutcome, caseStuckReason } from './outcome.ts';
import type { Evidence, JudgedEvidence, Rule, RuleContext } from './rule.ts';

/**
 * Applies all rules to every order in work_evidence in one pass, giving findings and the outcome. Fills work_verdicts
 * (one row for each order) and work_findings (one row for each order and finding).
 */
export async function applyRules(session: Session, context: RuleContext): Promise<void> {
  const e: Evidence = expressionBuilder<{ e: JudgedEvidence }, 'e'>();
  const early = RULES.filter((rule) => rule.contradictsPayment);
  const late = RULES.filter((rule) => !rule.contradictsPayment);
  const flags = (rules: readonly Rule[]) =>
    sql.join(rules.map((rule) => sql`${holds(rule, e, context)} as ${sql.ref(rule.code)}`));
  const judged = sql`
    with contradicted as (
      select e.*, ${flags(early)} from work_evidence e
    ),
    decided as (
      select e.*, ${caseOutcome(early, context)} as outcome from contradicted e
    ),
    reasoned as (
      select e.*, ${caseStuckReason} as stuck_reason from decided e
    ),
    judged as (
      select e.*, ${flags(late)} from reasoned e
    )`;
  await sql`
    insert into work_verdicts (order_no, merchant_id, outcome, stuck_reason, amount_reason, findings)
    ${judged}
    select e.order_no, e.merchant_id, e.outcome, e.stuck_reason, ${amountReason(e, context)}, ${codes()}
    from judged e`.execute(session.db);
  await sql`
    insert into work_findings (order_no, merchant_id, code, reason, expected, actual)
    select e.order_no, e.merchant_id, e.code, ${byCode((rule) => rule.reason?.(e, context) ?? sql`null`)},
           ${byCode((rule) => rule.expected(e, context))}, ${byCode((rule) => rule.actual(e, context))}
    from (
      select e.*, v.outcome, v.stuck_reason, f.code
      from work_evidence e
      join work_verdicts v on v.order_no = e.order_no and v.merchant_id = e.merchant_id
      cross join lateral unnest(string_to_array(v.findings, ' ')) f (code)
      where v.findings <> ''
    ) e`.execute(session.db);
}

function holds(rule: Rule, e: Evidence, context: RuleContext): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${rule.holds(e, context)}, false)`;
}

/** The codes of the findings, sorted, separated by spaces. */
function codes(): RawBuilder<string> {
  const sorted = RULES.map((rule) => rule.code).sort();
  const each = sorted.map((code) => sql`case when e.${sql.ref(code)} then ${sql.lit(code)} end`);
  return sql<string>`concat_ws(' ', ${sql.join(each)})`;
}

/** The reason why an order is in amount-mismatches.csv: the first that applies; null for all other orders. */
function amountReason(e: Evidence, context: RuleContext): RawBuilder<string | null> {
  return sql<string | null>`case
    when e."CURRENCY_MISMATCH" then 'currency'
    when e."AMOUNT_UNREADABLE" then 'unreadable'
    when e."AMOUNT_MISMATCH" then ${amountMismatch.reason!(e, context)}
  end`;
}

/**
 * A text from the finding's own rule; the database computes only that one. It does not use `case e.code when …`,
 * because Citus sends that to its workers in a form that they cannot parse.
 */
function byCode(textOf: (rule: Rule) => Expression<unknown>): RawBuilder<string | null> {
  const branches = RULES.map((rule) => sql`when e.code = ${sql.lit(rule.code)} then (${textOf(rule)})::text`);
  return sql<string | null>`case ${sql.join(branches, sql` `)} end`;
}
