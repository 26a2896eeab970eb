import type { Instant } from '../normalise/instant.ts';

export interface RunRequest {
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Judges every order, even without new evidence. Needed when stored evidence was changed. */
  readonly all?: boolean;
  /** Whether this transaction withdrew evidence: its orders are in work_changed_orders, and other connections still see it. */
  readonly withdraws?: boolean;
  /** The run with an earlier as-of whose changes this run reverts. */
  readonly restores?: number;
  /** Whether the caller rolls it back: then lanes, which have transactions of their own, write no results. */
  readonly isUndone?: boolean;
  /**
   * Whether another run precedes it in the same transaction: it knows the same evidence. Other connections do not see that
   * run's results yet.
   */
  readonly follows?: boolean;
  /** Called once the run has its number, before anything is judged: keeps what judging reads of coverage. */
  readonly begun?: (run: Run) => Promise<void>;
}

/** A run with the values that its reports need; instants as PostgreSQL reads them. */
export interface Run {
  readonly runId: number;
  readonly asOf: string;
  readonly startedAt: string;
  readonly lastSourceId: number;
  /** The newest entry of the audit trail that its reports include; 0 if there is none. */
  readonly lastEntry: number;
  /** IANA zone of each region by its name. */
  readonly zones: Readonly<Record<string, string>>;
  /** The edition of its program's reading rules, see READING_RULES. */
  readonly readingRules: number;
  /** Whether rows of statements or banks were known to it. */
  readonly hasStatements: boolean;
}

/** A run, and the as-of of the previous judging if that was later; usually null. */
export interface JudgedRun extends Run {
  readonly judgedUntil: string | null;
}
