import { formatInstant, type Instant } from '../../normalise/instant.ts';
import type { DueRule } from './due-times.ts';

/** The region of a job that does not run by region. */
export const ALL_REGIONS = 'all';

/** A job for one region or for all, with its due times. */
export interface JobPlan extends DueRule {
  readonly job: string;
  /** Name of the region, `other` for orders without one, or {@link ALL_REGIONS}. */
  readonly region: string;
  /**
   * The business date of a due run; each date has a run of its own. Without it, the newest run replaces all missed
   * ones.
   */
  readonly dateOf?: (due: Instant) => string;
}

/** A run of a job that is due, or was started manually. */
export interface JobRun {
  readonly job: string;
  readonly region: string;
  readonly dueAt: Instant;
  readonly startedManually: boolean;
  /** `yyyy-MM-dd`; null if the job has no business date. */
  readonly date: string | null;
  /** The number of due runs that this run replaces. */
  readonly replacesRuns: number;
  /** The number of attempts, including this one. */
  readonly attempt: number;
  /** The number of failed or aborted attempts, including those of the runs it replaces. */
  readonly failures: number;
  /** Whether an alert about its failure was sent. */
  readonly isReported: boolean;
  /** The error of the last attempt; null if it succeeded. */
  readonly fault: string | null;
}

export type RunKey = Pick<JobRun, 'job' | 'region' | 'dueAt' | 'startedManually'>;

/** Names one attempt of a run of a job and region, in the keys of messages of which each attempt has its own. */
export function attemptKey({
  dueAt,
  startedManually,
  attempt,
}: Pick<JobRun, 'dueAt' | 'startedManually' | 'attempt'>): string {
  return `${formatInstant(dueAt)}/${attempt}${startedManually ? '/manual' : ''}`;
}
