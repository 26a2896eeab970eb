import type { Instant } from '../../normalise/instant.ts';
import type { DueRule } from './due-times.ts';

/** Stands for the region of a job that is of none in particular. */
export const ALL_REGIONS = 'all';

/** A job, or a region's share of it, with when it is due. */
export interface JobPlan extends DueRule {
  readonly job: string;
  /** Name of the region, `other` for orders without one, or {@link ALL_REGIONS}. */
  readonly region: string;
  /** The business date that a due run is about: each has a run of its own. Without it, the newest run replaces all missed ones. */
  readonly dateOf?: (due: Instant) => string;
}

/** One run of a job that is due, or was started manually. */
export interface JobRun {
  readonly job: string;
  readonly region: string;
  readonly dueAt: Instant;
  readonly startedManually: boolean;
  /** `yyyy-MM-dd`; null for a job that is about none. */
  readonly date: string | null;
  /** How many due runs it makes up for. */
  readonly replacesRuns: number;
  /** How often it was begun, this time counted. */
  readonly attempt: number;
  /** How often it, or what it makes up for, failed or was cut off. */
  readonly failures: number;
  /** Whether an alert was sent that it fails. */
  readonly told: boolean;
  /** How it failed the last time; null where it did not. */
  readonly fault: string | null;
}

export type RunKey = Pick<JobRun, 'job' | 'region' | 'dueAt' | 'startedManually'>;
