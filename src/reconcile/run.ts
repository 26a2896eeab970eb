import type { Instant } from '../normalise/instant.ts';

export interface RunRequest {
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Judges every order, even where nothing is new: for evidence that was changed in place. */
  readonly all?: boolean;
  /** The run with the earlier as-of, whose changes this one takes back. */
  readonly restores?: number;
  /** Follows another run in the same transaction, whose results other connections do not see yet. */
  readonly follows?: boolean;
}

/** A run as its reports need it; instants as PostgreSQL reads them. */
export interface Run {
  readonly runId: number;
  readonly asOf: string;
  readonly startedAt: string;
  readonly lastSourceId: number;
  /** The newest entry of the audit trail that its reports include, 0 for none. */
  readonly lastEntry: number;
  /** IANA zone of each region by its name. */
  readonly zones: Readonly<Record<string, string>>;
  /** The edition of the reading rules of its program, see READING_RULES. */
  readonly readingRules: number;
}

/** A run, and the as-of of the last judging before it if that was later; usually null. */
export interface JudgedRun extends Run {
  readonly judgedUntil: string | null;
}
