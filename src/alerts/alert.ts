import type { TOPICS } from '../settings/alerts.ts';
import type { Severity } from '../settings/severity.ts';

/**
 * Something that people are to be told, before it is known who and in which language. Money is in minor units, as text;
 * instants are as PostgreSQL writes them in UTC; regions are named as folders are (`other` for orders without one).
 */
export interface Alert {
  /** Names the thing: however often it is noted, one message of it goes to a channel. */
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

/** Money of one currency. */
export interface Sum {
  readonly currency: string;
  readonly minor: string;
}

/** New findings of one code, region and business date. */
export interface FindingGroup {
  readonly code: string;
  readonly severity: Severity;
  readonly region: string;
  readonly date: string;
  readonly orders: number;
  /** What these orders paid less, or more, than was asked; by currency, without zeros. */
  readonly differences: readonly Sum[];
  /** What these orders ask for, by currency. */
  readonly requested: readonly Sum[];
  /** A few of them, to look at first: order numbers. */
  readonly examples: readonly string[];
}

/** A run found something new. */
export interface FindingsFacts {
  readonly topic: 'findings';
  readonly asOf: string;
  readonly groups: readonly FindingGroup[];
  /** How many groups there are besides, which are less grave, or older. */
  readonly more?: number;
}

/** What was told of earlier is well now. */
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
  /** Why the date is not complete yet, in no language: the moment until which records are there; null if it is. */
  readonly completeUntil: string | null;
  readonly isProvisional: boolean;
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
   * What was paid on the date, whatever date it was asked for on, by method and currency; absent in messages that an
   * earlier version noted.
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
  /** What expired in this run, of whichever date; absent in messages that an earlier version noted. */
  readonly expired?: ReadonlyArray<{
    readonly currency: string | null;
    readonly orders: number;
    readonly requestedMinor: string;
  }>;
  /** Versions of other dates that the same run made. */
  readonly restated: ReadonlyArray<{
    readonly date: string;
    readonly region: string;
    readonly version: number;
  }>;
}

/** A job fails, or does again what it should. */
export interface JobFacts {
  readonly topic: 'jobs';
  readonly job: string;
  readonly region: string;
  readonly date: string | null;
  readonly dueAt: string;
  readonly failures: number;
  /** The fault; absent where it is well again. */
  readonly fault?: {
    readonly code: string;
    readonly title: string;
    readonly where?: string;
    readonly found?: string;
    readonly remedy: string;
  };
  /** When it is tried again; absent where it is well. */
  readonly retryAt?: string;
}

/** Something is unusual, or usual again. */
export interface WatchFacts {
  readonly topic: 'watch';
  readonly measure: 'silent' | 'paid_share' | 'stuck' | 'late_share' | 'mismatches';
  readonly region: string;
  /** Zone of the region, for telling times of day. */
  readonly zone: string;
  readonly merchantId: string;
  readonly paymentMethod: string;
  readonly since: string;
  readonly at: string;
  readonly ended: boolean;
  /** Of a silence of all methods: what of the region was not read at all, so that nothing can be told of the rest. */
  readonly unread?: 'records' | 'pay-ins';
  /** What was seen, of how many, and what the weeks before let expect. */
  readonly observed: number;
  readonly of: number | null;
  readonly expected: number;
  /** How probable so unusual a number is, were all as ever. */
  readonly probability: number;
  /** Money that waits, or is concerned. */
  readonly money: readonly Sum[];
}

/** Every region's night of a date succeeded. */
export interface HeartbeatFacts {
  readonly topic: 'heartbeat';
  readonly date: string;
  readonly region: string;
}

/** Somebody tries a channel. */
export interface TestFacts {
  readonly topic: 'test';
  readonly channel: string;
}

export const ALL = 'all';
