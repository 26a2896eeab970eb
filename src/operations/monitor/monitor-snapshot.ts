import type { Severity } from '../../settings/severity.ts';

/**
 * The state of a store, for monitoring. Moments are seconds since 1970, null where there is none;
 * regions are named as folders are (`other` for orders without one; of jobs and alarms `all` too).
 */
export interface Snapshot {
  /** When it was read. */
  readonly at: number;
  readonly jobs: readonly JobSnapshot[];
  readonly nights: readonly NightSnapshot[];
  readonly outcomes: readonly OutcomeSnapshot[];
  readonly findings: readonly FindingSnapshot[];
  readonly newestRecords: ReadonlyArray<{
    readonly region: string;
    readonly kind: string;
    readonly newest_at: number;
  }>;
  /** Sources that are queries. */
  readonly queries: ReadonlyArray<{ readonly name: string; readonly read_at: number }>;
  readonly records: RecordsSnapshot;
  /** Messages that are not delivered, of channels that have any. */
  readonly messages: ReadonlyArray<{
    readonly channel: string;
    readonly waiting: number;
    /** How many of these were tried in vain. */
    readonly failing: number;
    /** When the oldest was written. */
    readonly written_at: number;
  }>;
  readonly alarms: ReadonlyArray<{
    readonly measure: string;
    readonly region: string;
    readonly open: number;
  }>;
}

export interface JobSnapshot {
  readonly job: string;
  readonly region: string;
  readonly succeeded_at: number | null;
  readonly last_outcome: 'done' | 'failed' | null;
  /** How long that run took. */
  readonly ran_seconds: number | null;
  /** Since when it runs. */
  readonly running_at: number | null;
  /** Since when a run is due that is not done. */
  readonly overdue_at: number | null;
  /** How often it failed since it last went well. */
  readonly failures: number;
}

/** The newest date of a region that was over when it was reconciled. */
export interface NightSnapshot {
  readonly region: string;
  /** yyyy-MM-dd */
  readonly date: string;
  /** The end of that date in the region's zone. */
  readonly ended_at: number;
  readonly version: number;
  /** As-of of the run that confirmed it last. */
  readonly as_of: number;
}

/** What the newest reconciled date of a region came to; money in minor units of the currency. */
export interface OutcomeSnapshot {
  readonly region: string;
  readonly outcome: string;
  readonly currency: string | null;
  readonly orders: number;
  readonly requested_minor: number;
  readonly paid_minor: number;
}

/** Days from the business date of a finding's order until today. */
export const AGES = ['0-1', '2-7', '8-30', '>30'] as const;

/** Current findings of all dates, without those that people closed; a row for each region, severity and age. */
export interface FindingSnapshot {
  readonly region: string;
  readonly severity: Severity;
  readonly age: (typeof AGES)[number];
  readonly orders: number;
}

/** What was ever read: files (or stretches of a query), their bytes, and what became of their records. */
export interface RecordsSnapshot {
  readonly sources: number;
  readonly bytes: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
}
