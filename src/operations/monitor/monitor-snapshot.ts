import type { Severity } from '../../settings/severity.ts';

/**
 * The state of a store for monitoring. Times are seconds since 1970, or null. Regions have the names of their folders:
 * `other` for orders without a region, and for jobs and alarms also `all`.
 */
export interface Snapshot {
  /** Time of the snapshot. */
  readonly at: number;
  readonly jobs: readonly JobSnapshot[];
  readonly nights: readonly NightSnapshot[];
  readonly outcomes: readonly OutcomeSnapshot[];
  readonly findings: readonly FindingSnapshot[];
  /** Stretches without records that were to be expected, by region and kind; also where there are none. */
  readonly gaps: ReadonlyArray<{
    readonly region: string;
    readonly kind: string;
    readonly gaps: number;
    readonly seconds: number;
  }>;
  readonly newestRecords: ReadonlyArray<{
    readonly region: string;
    readonly kind: string;
    readonly newest_at: number;
  }>;
  /** Sources of the kind query. */
  readonly queries: ReadonlyArray<{ readonly name: string; readonly read_at: number }>;
  readonly records: RecordsSnapshot;
  /** Undelivered messages of each channel of the settings that has any. */
  readonly messages: ReadonlyArray<{
    readonly channel: string;
    readonly waiting: number;
    /** How many of these have failed at least once. */
    readonly failing: number;
    /** Creation time of the oldest. */
    readonly written_at: number;
  }>;
  /** Published versions that wait to be sent, by delivery of the settings. */
  readonly deliveries: ReadonlyArray<{
    readonly delivery: string;
    readonly waiting: number;
    /** How many of these have failed at least once. */
    readonly failing: number;
    /** When the oldest was found. */
    readonly found_at: number;
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
  /** Duration of that run. */
  readonly ran_seconds: number | null;
  /** Start of the run in progress. */
  readonly running_at: number | null;
  /** Time at which the oldest unfinished run was due. */
  readonly overdue_at: number | null;
  /** Failures since the last success. */
  readonly failures: number;
}

/** The newest date of a region that was over when it was reconciled. */
export interface NightSnapshot {
  readonly region: string;
  /** `yyyy-MM-dd` */
  readonly date: string;
  /** The end of that date in the region's zone. */
  readonly ended_at: number;
  readonly version: number;
  /** As-of of the last run that confirmed it. */
  readonly as_of: number;
}

/** Totals of the newest reconciled date of a region; money in minor units of the currency. */
export interface OutcomeSnapshot {
  readonly region: string;
  readonly outcome: string;
  readonly currency: string | null;
  readonly orders: number;
  readonly requested_minor: number;
  readonly paid_minor: number;
}

/** Age of a finding: days from the business date of its order until today. */
export const AGES = ['0-1', '2-7', '8-30', '>30'] as const;

/** Current findings of all dates, except closed ones; one row for each region, severity and age. */
export interface FindingSnapshot {
  readonly region: string;
  readonly severity: Severity;
  readonly age: (typeof AGES)[number];
  readonly orders: number;
}

/** Totals of everything ingested: sources (files or stretches of a query), their bytes and their records by result. */
export interface RecordsSnapshot {
  readonly sources: number;
  readonly bytes: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
}
