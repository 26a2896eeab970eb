import type { Instant } from '../normalise/instant.ts';

export interface RunRequest {
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Looks at every order, also where nothing is new: for evidence that was changed where it stands. */
  readonly all?: boolean;
  /** The run that looked from earlier, and whose changes this one takes back. */
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
  /** The newest entry of the audit trail that its reports know, 0 for none. */
  readonly lastEntry: number;
  /** IANA zone of each region by its name. */
  readonly zones: Readonly<Record<string, string>>;
  /** The edition of the reading rules of the program that made it, see READING_RULES. */
  readonly readingRules: number;
}

/** A run, and the as-of of the look before it if that was from later; null as a rule. */
export interface JudgedRun extends Run {
  readonly judgedUntil: string | null;
}
