import type { SqlParameters } from '../database/sql-file.ts';
import type { Tables } from '../database/tables.ts';

/**
 * The phases of a run: choose the orders to judge, gather the evidence of those with several records, judge all of them and
 * write the results.
 * The SQL files of a phase are in the folder of sql/reconcile that has its name. A step that runs the file of an earlier step
 * for other rows takes it from that step's phase.
 */
export type RunPhase = 'choose' | 'evidence' | 'results';

/**
 * Where a step runs.
 * - `parent`: once, in the run's own transaction.
 * - `lane`: in each lane, for the lane's orders, into tables of the lane's own.
 * - `direct`: in each lane, straight into a table of results, the rows of orders that no run before knew. Nobody sees them
 *   before the run is kept.
 * - `joint`: in each lane, into one table that all lanes fill and the parent reads once the last lane is done.
 *
 * A run without lanes does all of them in its own transaction, in this order.
 */
export type StepPlace = 'parent' | 'lane' | 'joint' | 'direct';

/** The steps that are more than one SQL statement. `run-steps.ts` has a function for each. */
export type Pass =
  | 'checks'
  | 'reread answers'
  | 'check regions'
  | 'orders'
  | 'findings'
  | 'write'
  | 'statement rows';

/** One step of a run. */
export interface Step {
  readonly phase: RunPhase;
  readonly where: StepPlace;
  /** The name of the pass. A step without one is the single statement in its SQL file. */
  readonly pass?: Pass;
  /** The SQL files that the step runs, below sql/. Unless it is a pass: one statement, and parts of it by their names. */
  readonly sql: readonly string[];
  /** The tables that it adds rows to. */
  readonly fills: ReadonlyArray<keyof Tables>;
  /** Repeated until it adds no row, with the parameter `round` from 1. */
  readonly isRepeated?: boolean;
  /**
   * Whether it reads nothing that a run writes, so that it may run on another connection while steps before it do. Its table
   * is empty before.
   */
  readonly isBeside?: boolean;
  /**
   * Whether it joins new records with new records, as every `direct` step does. In a store of many dates, the statistics do
   * not know the newest sources until the tables have grown by a tenth: they promise one record of each, so that the planner
   * would read all new ones again for each.
   */
  readonly joinsNews?: boolean;
  /** Other parts of its file that are themselves SQL. */
  readonly parts?: SqlParameters;
  /** Whether only runs of stores that have, or had, statements need it. */
  readonly ofStatements?: boolean;
}

/** A step whose statement has parts: expressions, and files by their names. */
export function withParts(step: Step, parts: SqlParameters, ...files: readonly string[]): Step {
  return { ...step, parts: { ...step.parts, ...parts }, sql: [...step.sql, ...files] };
}

/** A step that is one statement: the file of its name in the folder of its phase. */
export function oneStatement(
  phase: RunPhase,
  where: StepPlace,
  name: string,
  ...fills: ReadonlyArray<keyof Tables>
): Step {
  return { phase, where, sql: [`reconcile/${phase}/${name}.sql`], fills };
}

/** A step that sums what the run changed. */
export function sumsOfChanges(name: string, table: keyof Tables): Step {
  return { phase: 'results', where: 'parent', sql: [`changes/${name}.sql`], fills: [table] };
}

/** A step that updates a results table to the rows that a step before it computed. */
export function write(table: keyof Tables): Step {
  return { phase: 'results', where: 'parent', pass: 'write', sql: [], fills: [table] };
}
