import { sql } from 'kysely';
import type { SqlParameters } from '../database/sql-file.ts';
import type { Tables } from '../database/tables.ts';
import {
  oneStatement,
  type RunPhase,
  type Step,
  type StepPlace,
  sumsOfChanges,
  withParts,
  write,
} from './step.ts';
import {
  KNOWN_ROWS,
  NAMED_PAYOUTS,
  NEW_ROWS,
  NEW_ROWS_OF_SEVERAL,
  NEWEST_ROWS,
  OF_CHARGED_ORDERS,
  PAIRED_ANSWERS,
  PLAINLY_MEANS,
  PRICED_ROWS,
  REFUND_PARTS,
  ROWS_APART,
  UNKNOWN_ROWS,
} from './step-parts.ts';

const EXPECTED_FEES = 'reconcile/choose/expected_fees.sql';

const PLAIN_OWNERS = withParts(choose('plain_owners', 'work_owners'), PLAINLY_MEANS);

/** The steps for statements, by where they stand among the others. */
export const STATEMENT_STEPS = {
  /** Which dates statements cover, which rows count, and to which orders they belong: before related orders are chosen. */
  read: [
    choose('stated_dates', 'stated_dates'),
    choose('orders_of_stated_dates', 'work_keys'),
    choose('revisited_rows', 'work_revisited'),
    choose('touched_sources', 'work_touched'),
    choose('sampled_rows', 'work_sampled'),
    { ...withParts(choose('apart_rows', 'work_apart_rows'), PLAINLY_MEANS), isBeside: true },
    withParts(choose('statement_rows', 'work_rows'), stated('visible'), NEWEST_ROWS),
    PLAIN_OWNERS,
    choose('other_owners', 'work_owners'),
    choose('owners_of_rows', 'work_keys'),
    withParts(choose('scaled_sources', 'scaled_sources'), PLAINLY_MEANS),
    choose('orders_of_scaled_sources', 'work_keys'),
  ],
  /** All rows of all orders in work_keys, and what they say of each order. */
  choose: [
    choose('apart_numbers', 'work_apart'),
    withParts(choose('rows_of_chosen_orders', 'work_rows'), stated('fresh'), NEWEST_ROWS),
    choose('owners_of_chosen_rows', 'work_owners'),
    PLAIN_OWNERS,
    withParts(
      choose('fees', 'work_fees'),
      { ...ROWS_APART, ...OF_CHARGED_ORDERS },
      PAIRED_ANSWERS,
      EXPECTED_FEES,
    ),
    withParts(choose('stated_by_order', 'work_stated'), PRICED_ROWS),
    choose('stated_rows', 'work_stated_rows'),
    withParts(choose('refunds', 'work_refunds'), REFUND_PARTS),
  ],
  /** The rows of all other orders, and what they say of each. */
  evidence: [
    {
      ...withParts(step('evidence', 'lane', 'new_rows', 'work_new_rows'), PLAINLY_MEANS, EXPECTED_FEES),
      joinsNews: true,
    },
    step('evidence', 'lane', 'stated_by_row', 'work_stated'),
    {
      ...choose('stated_by_order', 'work_stated'),
      ...{ phase: 'evidence', where: 'lane', parts: NEW_ROWS_OF_SEVERAL },
    },
    step('evidence', 'lane', 'stated_payments', 'work_stated_payments'),
    withParts(step('evidence', 'lane', 'returned', 'work_returned'), REFUND_PARTS),
  ],
  results: [
    judging('direct', 'statement_rows', NEW_ROWS),
    judging('parent', 'statement_rows', UNKNOWN_ROWS),
    judging('parent', 'work_statement_rows', KNOWN_ROWS),
    { ...write('statement_rows'), ofStatements: true },
    withParts(step('results', 'parent', 'payouts', 'work_payouts'), REFUND_PARTS),
    withParts(
      step('results', 'parent', 'payout_rows', 'work_payout_rows'),
      { ...NAMED_PAYOUTS, read: sql.table('identified'), stored: sql.table('identified') },
      NEWEST_ROWS,
    ),
    { ...write('payout_rows'), ofStatements: true },
  ],
  changes: [
    { ...sumsOfChanges('015_dates_of_statements', 'changed_dates'), ofStatements: true },
    withParts({ ...sumsOfChanges('050_owed', 'owed_changes'), ofStatements: true }, REFUND_PARTS),
  ],
} as const satisfies Record<string, readonly Step[]>;

/** The work tables of these steps that the run's own transaction fills. */
export const STATEMENT_TABLES: ReadonlyArray<keyof Tables> = [
  ...new Set(
    Object.values<readonly Step[]>(STATEMENT_STEPS)
      .flat()
      .filter(({ where }) => where === 'parent')
      .flatMap(({ fills }) => fills)
      .filter((table) => table.startsWith('work_') && table !== 'work_keys'),
  ),
];

/** The rows of statements that are read, for newest_rows.sql. */
function stated(read: string): SqlParameters {
  return { read: sql.table(read), stored: sql.table('statements') };
}

function choose(name: string, table: keyof Tables): Step {
  return step('choose', 'parent', name, table);
}

function judging(where: StepPlace, table: keyof Tables, parts: SqlParameters): Step {
  const own = { ...step('results', where, 'statement_rows', table), pass: 'statement rows' } as const;
  return { ...own, parts: { ...parts, target: sql.table(table) } };
}

function step(phase: RunPhase, where: StepPlace, name: string, table: keyof Tables): Step {
  return { ...oneStatement(phase, where, name, table), ofStatements: true };
}
