import { type RawBuilder, sql } from 'kysely';
import { planWithout } from '../database/plan-without.ts';
import { runSqlFile, type SqlParameters, sqlPart, sqlParts } from '../database/sql-file.ts';
import { analyzeSample } from '../database/statistics.ts';
import type { Session } from '../database/store.ts';
import { inPhase } from '../phases.ts';
import type { Settings } from '../settings/schema.ts';
import { checkBooks, checkRegions } from './checks.ts';
import { rereadAnswers } from './evidence/reread-answers.ts';
import { writeResults } from './results/write-results.ts';
import type { RuleContext } from './rules/rule.ts';
import { findingTexts, orderLayers } from './rules/rule-layers.ts';
import type { Run } from './run.ts';
import type { Pass, Step } from './step.ts';
import { DELAYS } from './step-parts.ts';
import { stepsOf } from './steps.ts';

/** The inputs for judging orders. */
export interface Judging {
  readonly settings: Settings;
  readonly run: Run;
  readonly parameters: SqlParameters;
  /** How many orders are judged, at most; 0 while they are chosen. */
  readonly orders: number;
  /** How many of them are in work_keys. */
  readonly keys: number;
  /** Whether the database distributes statements itself. */
  readonly isCluster: boolean;
  /** Whether the store has, or had, rows of statements or banks. Without any, the steps for them do not run. */
  readonly hasStatements: boolean;
  /** The orders of a lane; absent where one connection judges all. */
  readonly range?: OrderRange;
}

/** Order numbers from the first up to but not including the second; null: without bound. */
export interface OrderRange {
  readonly from: string | null;
  readonly to: string | null;
}

const SAME_ROW = sql`l.issuer = n.issuer and l.row_key = n.row_key`;
const IS_OTHER = sql`l.row_id is not null and l.digest <> n.digest`;

/**
 * What differs between one server and a cluster, where rows of statements and their orders may lie on two workers. Another
 * statement l of a row n: the first suffices, but a cluster does not look for it row by row. computed_once is of one order: each
 * worker of a cluster has its own.
 */
export const ON_ONE_SERVER = {
  gathered: sql`not materialized`,
  computed_once: sql`materialized`,
  other_statement: sql`where exists (select from statements l where ${SAME_ROW} and ${IS_OTHER})`,
};
export const ON_A_CLUSTER = {
  gathered: sql`materialized`,
  computed_once: sql`not materialized`,
  other_statement: sql`join statements l on ${SAME_ROW} where ${IS_OTHER}`,
  judged: sql`(select distinct owner_order_no, owner_merchant_id from owned) w
    join order_rows o on o.order_no = w.owner_order_no and o.merchant_id = w.owner_merchant_id`,
};

const PASSES: Readonly<Record<Pass, (session: Session, judging: Judging, step: Step) => Promise<void>>> = {
  checks: (session, judging, { sql: files }) =>
    inPhase('judge', () => checkBooks(session, files, parametersOf(judging)), 'checks'),
  'reread answers': (session, { settings }) => rereadAnswers(session, settings),
  'check regions': (session, { settings }) => checkRegions(session, settings),
  orders: (session, judging, step) =>
    judge(session, judging, step, orderLayers(contextOf(judging), fenceOf(judging))),
  findings: (session, judging, step) => judge(session, judging, step, findingTexts(contextOf(judging))),
  write: (session, { run, orders }, { fills }) => writeResults(session, fills[0]!, run.runId, orders),
  'statement rows': judgeStatements,
};

/**
 * Runs one step.
 * @returns how many rows its statement changed; 0 for a pass
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE
 */
export async function runStep(session: Session, judging: Judging, step: Step): Promise<number> {
  if (step.ofStatements === true && !judging.hasStatements) return 0;
  if (step.pass !== undefined) {
    await PASSES[step.pass](session, judging, step);
    return 0;
  }
  const [file] = step.sql;
  const changed = await inPhase('judge', () => runFile(session, judging, step), file!);
  // Later steps join the table that this one filled. Without statistics the planner would assume it is
  // empty. A lane must not analyze a table that the run analyzes, which would keep it locked.
  if (step.where === 'lane') await analyzeSample(session, step.fills);
  return changed;
}

/** Runs a step's single statement, by the plan that it needs. @returns how many rows it changed */
async function runFile(session: Session, judging: Judging, step: Step): Promise<number> {
  const ofEngine = judging.isCluster
    ? ON_A_CLUSTER
    : { ...ON_ONE_SERVER, judged: ordersOfRows(judging, step) };
  const parameters = { ...parametersOf(judging), ...ofEngine, fence: fenceOf(judging) };
  return asPlanned(session, step, () => runStatement(session, step, parameters));
}

/** Runs a step's single statement with its parts. @returns how many rows it changed */
export async function runStatement(
  session: Session,
  { sql: [file, ...files], parts }: Pick<Step, 'sql' | 'parts'>,
  parameters: SqlParameters,
): Promise<number> {
  if (parts === undefined) return (await runSqlFile(session, file!, parameters)).changed;
  const all = { ...parameters, ...parts };
  const statement = sqlPart(file!, { ...all, ...sqlParts(files, all) });
  return Number((await statement.execute(session.db)).numAffectedRows ?? 0);
}

/** Runs a step's statement by a plan that does not trust what the statistics say of new records, if it joins them. */
function asPlanned<T>(session: Session, { joinsNews, where }: Step, run: () => Promise<T>): Promise<T> {
  return joinsNews === true || where === 'direct' ? planWithout(session, 'nestloop', run) : run();
}

/**
 * Gathers the evidence of those orders in work_keys that have several records, and what new rows of statements say of all
 * others. The tables that it fills must be empty.
 * @throws Fault SETTINGS_INVALID
 */
export async function gatherEvidence(session: Session, judging: Judging): Promise<void> {
  for (const step of stepsOf('evidence')) await runStep(session, judging, step);
}

/** Judges the orders of work_keys, and the new ones that are not in it, in the run's own transaction and writes their results. */
export async function judgeHere(session: Session, judging: Judging): Promise<void> {
  await gatherEvidence(session, judging);
  for (const step of stepsOf('results')) await runStep(session, judging, step);
}

/** Keeps the planner from copying the expressions of a layer into the next. A cluster would gather a fenced layer. */
function fenceOf({ isCluster }: Judging): RawBuilder<unknown> {
  return isCluster ? sql`` : sql`offset 0`;
}

function contextOf({ settings, run, hasStatements }: Judging): RuleContext {
  return { settings, asOf: run.asOf, hasStatements };
}

function parametersOf({ parameters, range }: Judging): SqlParameters {
  return { ...parameters, from_order: range?.from ?? null, to_order: range?.to ?? null };
}

/**
 * Runs a statement that reads the evidence of orders. Those that an earlier run may have judged go to a work table, to be
 * compared with their results; all others are new to the results.
 */
async function judge(session: Session, judging: Judging, step: Step, rules: SqlParameters): Promise<void> {
  const {
    sql: [evidence, statement, stated],
    where,
    pass,
    fills: [target],
  } = step;
  const parameters = parametersOf(judging);
  const isNew = where === 'direct';
  const read = isNew
    ? { after_source: parameters['known_source'] }
    : { after_source: 0, from_order: null, to_order: null };
  const parts = {
    ...{ ...parameters, ...read, ...DELAYS, fence: fenceOf(judging) },
    chosen: pass === 'orders' ? ordersOf(isNew) : ordersWithFindings(isNew),
    ...(pass === 'orders' && isNew ? NEW_REQUESTS : CHOSEN_REQUESTS),
  };
  const files = judging.hasStatements ? [evidence!, stated!] : [evidence!];
  const ctes = files.map((file) => sqlPart(file, parts));
  const rows = sqlPart(statement!, {
    ...{ ...parts, ...rules, evidence: sql.join(ctes, sql`, `) },
    target: sql.table(target!),
  });
  const judged = () => asPlanned(session, step, () => rows.execute(session.db));
  await inPhase('judge', judged, `${statement} ${where}`);
}

/** The orders of the rows that a step judges: in a lane those of new orders, without which it would read those of all dates. */
function ordersOfRows({ run, range }: Judging, { where }: Step): RawBuilder<unknown> {
  if (where !== 'direct') return sql`order_rows o`;
  const from = range?.from ?? null;
  const to = range?.to ?? null;
  return sql`(
    select * from order_rows
    where from_run = ${run.runId}::integer
      and (${from}::text is null or order_no >= ${from}::text)
      and (${to}::text is null or order_no < ${to}::text)
  ) o`;
}

/** Judges rows of statements into results or a work table. */
async function judgeStatements(session: Session, judging: Judging, step: Step): Promise<void> {
  const {
    sql: [file],
    fills: [target],
    where,
  } = step;
  await inPhase('judge', () => runFile(session, judging, step), `${file} ${target} ${where}`);
  // Payouts and what is owed join it. The run comes to it after its lanes.
  if (target === 'statement_rows' && where === 'parent') await analyzeSample(session, [target]);
}

/**
 * Which pay-in records order_evidence.sql reads, and which orders it leaves out of them: of the new orders that are not in
 * work_keys, nearly all of a night, or of the chosen ones.
 */
export const NEW_REQUESTS = { requests: sql`pay_ins p`, apart: sql`work_keys` };
export const CHOSEN_REQUESTS = {
  requests: sql`chosen k join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id`,
  apart: sql`work_grouped`,
};

/** Of the orders in work_keys, those that an earlier run may have judged, or the others. */
function ordersOf(isNew: boolean): RawBuilder<unknown> {
  return sql`select order_no, merchant_id from work_marked where is_known <> ${sql.lit(isNew)}`;
}

function ordersWithFindings(isNew: boolean): RawBuilder<unknown> {
  const known = sql`select from work_marked m where m.is_known and m.order_no = v.order_no and m.merchant_id = v.merchant_id`;
  return sql`
    select v.order_no, v.merchant_id from work_verdicts v
    where v.findings <> '' and ${sql.raw(isNew ? 'not exists' : 'exists')} (${known})`;
}
