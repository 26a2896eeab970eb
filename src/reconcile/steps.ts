import { sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { STATEMENT_STEPS } from './statement-steps.ts';
import {
  oneStatement,
  type Pass,
  type RunPhase,
  type Step,
  type StepPlace,
  sumsOfChanges,
  withParts,
  write,
} from './step.ts';
import {
  BROKEN_RULES,
  DELAYS,
  JUDGED_FIRST,
  OF_GROUPED_ORDERS,
  PAIRED_ANSWERS,
  REFUND_PARTS,
} from './step-parts.ts';

/** Whether what was read since the previous run is stored. A run that judges nothing checks it, too. */
export const SOURCES_TIE: Step = {
  phase: 'results',
  where: 'parent',
  pass: 'checks',
  sql: ['checks/010_sources_tie.sql'],
  fills: [],
};

/** Every step of a run, in the order in which they run. */
export const STEPS: readonly Step[] = [
  choose('unmatched_callbacks', 'unmatched_callbacks'),
  { ...choose('orders_with_news', 'work_keys'), isBeside: true },
  ...STATEMENT_STEPS.read,
  { ...choose('related_orders', 'work_keys'), isRepeated: true },
  oneStatement('choose', 'parent', 'claimed_callbacks'),
  ...STATEMENT_STEPS.choose,

  lane('marked_orders', 'work_marked'),
  lane('grouped_orders', 'work_grouped'),
  lane('grouped_owners', 'work_grouped'),
  withParts(lane('callbacks', 'work_callbacks'), { record: sql.raw('c') }, BROKEN_RULES),
  withParts(lane('answers', 'work_answers'), OF_GROUPED_ORDERS, PAIRED_ANSWERS),
  {
    phase: 'evidence',
    where: 'lane',
    pass: 'reread answers',
    sql: ['reconcile/evidence/answers_to_reread.sql', 'reconcile/evidence/reread_answers.sql'],
    fills: [],
  },
  withParts(
    lane('orders', 'work_orders'),
    { judged_first: JUDGED_FIRST, record: sql.raw('p') },
    BROKEN_RULES,
  ),
  lane('notifications', 'work_notifications'),
  lane('payments', 'work_payments'),
  lane('grouped_evidence', 'work_evidence'),
  ...STATEMENT_STEPS.evidence,
  { phase: 'evidence', where: 'lane', pass: 'check regions', sql: [], fills: [] },

  joint('known_orders', 'work_known'),
  // It counts new records, while lanes judge them.
  SOURCES_TIE,
  judging('orders', 'order_results', 'direct', 'order_rows'),
  judging('orders', 'order_results', 'joint', 'work_order_results'),
  oneStatement('results', 'lane', 'verdicts', 'work_verdicts'),
  { phase: 'results', where: 'lane', pass: 'checks', sql: ['checks/020_orders_tie.sql'], fills: [] },
  withParts(joint('separate_payments', 'work_separate_payments'), DELAYS),
  // Of orders whose payment was stored apart from their row.
  oneStatement('results', 'parent', 'payments_apart', 'work_separate_payments'),
  withParts(oneStatement('results', 'parent', 'payments_in_rows'), REFUND_PARTS),
  write('order_rows'),
  write('separate_payments'),
  joint('orphan_results', 'work_orphan_results'),
  write('orphan_results'),
  // These read no rows of statements and no findings, so that lanes judge those meanwhile.
  sumsOfChanges('010_dates', 'changed_dates'),
  sumsOfChanges('020_flows', 'flow_changes'),
  sumsOfChanges('030_delays', 'delay_changes'),
  sumsOfChanges('040_payments', 'payment_changes'),
  ...STATEMENT_STEPS.results,
  ...STATEMENT_STEPS.changes,
  judging('findings', 'finding_results', 'joint', 'work_finding_results'),
  judging('findings', 'finding_results', 'direct', 'finding_rows'),
  write('finding_rows'),
];

/** The steps of a phase, in their order. */
export function stepsOf(phase: RunPhase): readonly Step[] {
  return STEPS.filter((step) => step.phase === phase);
}

/** The tables that the steps in some places fill, each once, in the order in which they are first filled. */
export function tablesFilled(...places: readonly StepPlace[]): ReadonlyArray<keyof Tables> {
  return [...new Set(STEPS.filter(({ where }) => places.includes(where)).flatMap(({ fills }) => fills))];
}

function choose(name: string, table: keyof Tables): Step {
  return oneStatement('choose', 'parent', name, table);
}

function lane(name: string, table: keyof Tables): Step {
  return oneStatement('evidence', 'lane', name, table);
}

/** A step that computes the rows that a results table should have. */
function joint(name: string, table: keyof Tables): Step {
  return oneStatement('results', 'joint', name, table);
}

/** A step that applies the rules: for orders that an earlier run may have judged (joint), or for all others (direct). */
function judging(pass: Pass, name: string, where: StepPlace, table: keyof Tables): Step {
  const sql = [
    'reconcile/results/order_evidence.sql',
    `reconcile/results/${name}.sql`,
    'reconcile/results/stated_evidence.sql',
  ];
  return { phase: 'results', where, pass, sql, fills: [table] };
}
