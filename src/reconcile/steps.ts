import type { Tables } from '../database/tables.ts';

/**
 * The phases of a run: choose the orders to judge, gather their evidence and apply the rules to it, write the results.
 * The SQL files of a phase are in the folder of sql/reconcile that has its name.
 */
export type RunPhase = 'choose' | 'evidence' | 'results';

/**
 * Where a step runs.
 * - `parent`: once, in the run's own transaction.
 * - `lane`: in each lane, for the lane's orders, into tables of the lane's own.
 * - `joint`: in each lane, into one table that all lanes fill and the parent reads once the last lane is done.
 *
 * A run without lanes does all of them in its own transaction, in this order.
 */
export type StepPlace = 'parent' | 'lane' | 'joint';

/** The steps that are more than one SQL statement. `run-steps.ts` has a function for each. */
export type Pass = 'checks' | 'reread answers' | 'check regions' | 'rules' | 'write';

/** One step of a run. */
export interface Step {
  readonly phase: RunPhase;
  readonly where: StepPlace;
  /** The name of the pass. A step without one is the single statement in its SQL file. */
  readonly pass?: Pass;
  /** The SQL files that the step runs, below sql/. */
  readonly sql: readonly string[];
  /** The tables that it adds rows to. */
  readonly fills: ReadonlyArray<keyof Tables>;
  /** The tables whose rows it changes or removes. */
  readonly amends?: ReadonlyArray<keyof Tables>;
  /** Skipped by a run that judges every order. */
  readonly onlyForNews?: boolean;
  /** Repeated until it adds no row, with the parameter `round` from 1. */
  readonly isRepeated?: boolean;
}

/** Every step of a run, in the order in which they run. */
export const STEPS: readonly Step[] = [
  {
    phase: 'choose',
    where: 'parent',
    sql: ['reconcile/choose/unmatched_callbacks.sql'],
    fills: ['unmatched_callbacks'],
  },
  { phase: 'choose', where: 'parent', sql: ['reconcile/choose/orders_with_news.sql'], fills: ['work_keys'] },
  {
    phase: 'choose',
    where: 'parent',
    sql: ['reconcile/choose/related_orders.sql'],
    fills: ['work_keys'],
    onlyForNews: true,
    isRepeated: true,
  },
  {
    phase: 'choose',
    where: 'parent',
    sql: ['reconcile/choose/claimed_callbacks.sql'],
    fills: [],
    amends: ['unmatched_callbacks'],
    onlyForNews: true,
  },
  { phase: 'choose', where: 'parent', pass: 'checks', sql: ['checks/010_sources_tie.sql'], fills: [] },

  lane('grouped_orders', 'work_grouped'),
  lane('grouped_owners', 'work_grouped'),
  lane('single_orders', 'work_evidence'),
  lane('callbacks', 'work_callbacks'),
  lane('answers', 'work_answers'),
  {
    phase: 'evidence',
    where: 'lane',
    pass: 'reread answers',
    sql: ['reconcile/evidence/answers_to_reread.sql', 'reconcile/evidence/reread_answers.sql'],
    fills: [],
    amends: ['work_answers'],
  },
  lane('orders', 'work_orders'),
  lane('notifications', 'work_notifications'),
  lane('payments', 'work_payments'),
  lane('grouped_evidence', 'work_evidence'),
  lane('single_payments', 'work_payments'),
  { phase: 'evidence', where: 'lane', pass: 'check regions', sql: [], fills: [] },
  { phase: 'evidence', where: 'lane', pass: 'rules', sql: [], fills: ['work_verdicts', 'work_findings'] },
  {
    phase: 'evidence',
    where: 'lane',
    pass: 'checks',
    sql: ['checks/020_callbacks_attributed.sql', 'checks/030_orders_judged.sql', 'checks/040_money_ties.sql'],
    fills: [],
  },

  joint('order_results', 'work_order_results'),
  write('order_results'),
  joint('payment_results', 'work_payment_results'),
  write('payment_results'),
  joint('finding_results', 'work_finding_results'),
  write('finding_results'),
  joint('orphan_results', 'work_orphan_results'),
  write('orphan_results'),
  { phase: 'results', where: 'parent', sql: ['changes/010_dates.sql'], fills: ['changed_dates'] },
  { phase: 'results', where: 'parent', sql: ['changes/020_flows.sql'], fills: ['flow_changes'] },
  { phase: 'results', where: 'parent', sql: ['changes/030_delays.sql'], fills: ['delay_changes'] },
];

/** The steps of a phase, in their order. */
export function stepsOf(phase: RunPhase): readonly Step[] {
  return STEPS.filter((step) => step.phase === phase);
}

/** The tables that the steps in some places fill, each once, in the order in which they are first filled. */
export function tablesFilled(...places: readonly StepPlace[]): ReadonlyArray<keyof Tables> {
  return [...new Set(STEPS.filter(({ where }) => places.includes(where)).flatMap(({ fills }) => fills))];
}

/** A step that gathers evidence with one statement. */
function lane(name: string, table: keyof Tables): Step {
  return { phase: 'evidence', where: 'lane', sql: [`reconcile/evidence/${name}.sql`], fills: [table] };
}

/** A step that computes the rows that a results table should have. */
function joint(name: string, table: keyof Tables): Step {
  return { phase: 'results', where: 'joint', sql: [`reconcile/results/${name}.sql`], fills: [table] };
}

/** A step that updates a results table to the rows that the step before it computed. */
function write(table: keyof Tables): Step {
  return { phase: 'results', where: 'parent', pass: 'write', sql: [], fills: [table], amends: [table] };
}
