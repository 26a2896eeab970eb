import type { CoverageGap } from '../coverage/coverage.ts';
import type { TOPICS } from '../settings/alerts.ts';
import type { Severity } from '../settings/severity.ts';
import type { Measure } from '../settings/watch.ts';
import type { Sum } from '../texts/formats.ts';

/**
 * An event to report, independent of recipient and language. Money is in minor units, as text;
 * instants are as PostgreSQL writes them in UTC; regions are named as folders are (`other` for orders without one).
 */
export interface Alert {
  /** Identifies the event: a channel gets one message per key, however often the event is recorded. */
  readonly key: string;
  readonly severity: Severity;
  readonly facts: AlertFacts;
}

export type Topic = (typeof TOPICS)[number];

export type AlertFacts =
  | FindingsFacts
  | RecoveredFacts
  | NightFacts
  | JobFacts
  | WatchFacts
  | HeartbeatFacts
  | TestFacts;

/** New findings of one code, region and business date. */
export interface FindingGroup {
  readonly code: string;
  readonly severity: Severity;
  readonly region: string;
  readonly date: string;
  readonly orders: number;
  /** Difference between paid and requested amounts of these orders, by currency, without zeros. */
  readonly differences: readonly Sum[];
  /** Requested amounts of these orders, by currency. */
  readonly requested: readonly Sum[];
  /** Order numbers of a few of them, as examples. */
  readonly examples: readonly string[];
}

/** A run found something new. */
export interface FindingsFacts {
  readonly topic: 'findings';
  readonly asOf: string;
  readonly groups: readonly FindingGroup[];
  /** Number of further groups, of lower severity or older. */
  readonly more?: number;
}

/** Findings that were reported earlier and are solved. */
export interface RecoveredFacts {
  readonly topic: 'recovered';
  readonly asOf: string;
  readonly groups: readonly FindingGroup[];
  readonly more?: number;
}

/** A date of a region was reconciled. */
export interface NightFacts {
  readonly topic: 'night';
  readonly date: string;
  readonly region: string;
  readonly asOf: string;
  /** The newest version; null where there is none. */
  readonly version: number | null;
  /** Whether this run made that version. */
  readonly isNew: boolean;
  /** Why the date is provisional: the moment until which it has records; null if it is complete. */
  readonly completeUntil: string | null;
  readonly isProvisional: boolean;
  /**
   * Stretches of the date without records that were to be expected; absent in messages that an earlier version wrote.
   */
  readonly gaps?: readonly CoverageGap[];
  /** Whether the records go on to the end of the date, so that only gaps make it provisional. */
  readonly isReached?: boolean;
  readonly outcomes: ReadonlyArray<{
    readonly outcome: string;
    readonly currency: string | null;
    readonly orders: number;
    readonly requestedMinor: string;
    readonly paidMinor: string;
  }>;
  readonly findings: ReadonlyArray<{
    readonly code: string;
    readonly severity: Severity;
    readonly orders: number;
    readonly example: string;
  }>;
  /**
   * Payments of the date, whatever the business date of their orders, by method and currency; absent in messages that
   * an earlier version wrote.
   */
  readonly paid?: ReadonlyArray<{
    readonly paymentMethod: string | null;
    readonly currency: string | null;
    readonly orders: number;
    readonly paidMinor: string;
    readonly refundedMinor: string;
    readonly unreadable: number;
  }>;
  readonly stuckBefore: number;
  /** Orders of any date that expired in this run; absent in messages that an earlier version wrote. */
  readonly expired?: ReadonlyArray<{
    readonly currency: string | null;
    readonly orders: number;
    readonly requestedMinor: string;
  }>;
  /** Versions of other dates published by the same run. */
  readonly restated: ReadonlyArray<{
    readonly date: string;
    readonly region: string;
    readonly version: number;
  }>;
}

/** A job fails, or works again after failures. */
export interface JobFacts {
  readonly topic: 'jobs';
  readonly job: string;
  readonly region: string;
  readonly date: string | null;
  readonly dueAt: string;
  readonly failures: number;
  /** The fault; absent where the job works again. */
  readonly fault?: {
    readonly code: string;
    readonly title: string;
    readonly where?: string;
    readonly found?: string;
    readonly remedy: string;
  };
  /** Time of the next attempt; absent where the job works again. */
  readonly retryAt?: string;
}

/** An anomaly begins or ends. */
export interface WatchFacts {
  readonly topic: 'watch';
  readonly measure: Measure;
  readonly region: string;
  /** Zone of the region, in which times of day are shown. */
  readonly zone: string;
  readonly merchantId: string;
  readonly paymentMethod: string;
  readonly since: string;
  readonly at: string;
  readonly ended: boolean;
  /** For a silence of all methods: the kind of record that was not read at all, so that the rest cannot be judged. */
  readonly unread?: 'records' | 'pay-ins';
  /** The observed count, the total it is part of, and the count expected from earlier weeks. */
  readonly observed: number;
  readonly of: number | null;
  readonly expected: number;
  /** Probability of a count at least as unusual if nothing had changed. */
  readonly probability: number;
  /** Money that is not paid yet, or affected otherwise. */
  readonly money: readonly Sum[];
}

/** Every region's night of a date succeeded. */
export interface HeartbeatFacts {
  readonly topic: 'heartbeat';
  readonly date: string;
  readonly region: string;
}

/** A test message for a channel. */
export interface TestFacts {
  readonly topic: 'test';
  readonly channel: string;
}

export const ALL = 'all';
