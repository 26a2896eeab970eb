/** The history of one order, typed as `order --json` prints it: instants in ISO 8601 and UTC, money as text. */

import type { TimeFlag } from '../../normalise/read-time.ts';
import type { BankEvent, PayoutEvent, StatementEvent } from './stated-story.ts';
import type { BrokenRule, OrderKey, RecordPlace, StoryMoney } from './story-values.ts';

interface Recorded {
  readonly at: string;
  readonly place: RecordPlace;
  readonly timeFlags: readonly TimeFlag[];
  readonly brokenRules: readonly BrokenRule[];
}

export interface RequestEvent extends Recorded {
  readonly kind: 'request';
  readonly region: string;
  readonly subMerchantId: string | null;
  readonly paymentMethod: string | null;
  readonly money: StoryMoney;
  readonly expiresAt: string;
  readonly expiryPeriodText: string | null;
  readonly sentAtText: string | null;
  readonly timestampText: string | null;
  /** Whether the response is on the same line or on its own line; null if there is none. */
  readonly response: 'same-line' | 'own-line' | null;
}

export interface ResponseEvent extends Recorded {
  readonly kind: 'response';
  readonly code: string | null;
  readonly status: string | null;
  readonly tradeNo: string | null;
  readonly accountNo: string | null;
  /** Fields of the request that the response repeats. */
  readonly echo: {
    readonly orderNo: string | null;
    readonly merchantId: string | null;
    readonly subMerchantId: string | null;
    readonly paymentMethod: string | null;
    readonly money: StoryMoney;
  };
  readonly transactionTimeText: string | null;
  readonly ownLine: boolean;
  /** The request that it answers; null if there is none. */
  readonly answers: RecordPlace | null;
}

export interface CallbackEvent extends Recorded {
  readonly kind: 'callback';
  /** The order and merchant that the callback names. */
  readonly names: OrderKey;
  /**
   * - own: counted for the order it names
   * - trade-no: counted for this order by its tradeNo, although it names another
   * - elsewhere: counted for another order
   * - unverified: counted for no order, since anybody may have sent it
   */
  readonly attribution: 'own' | 'trade-no' | 'elsewhere' | 'unverified';
  /** The order that it is counted for; null if it is not verified. */
  readonly countedAt: OrderKey | null;
  readonly status: string | null;
  readonly tradeNo: string | null;
  readonly subMerchantId: string | null;
  readonly paymentMethod: string | null;
  readonly money: StoryMoney;
  readonly completedAt: string | null;
  readonly transactionTimeText: string | null;
  /** Where the offset of completedAt comes from: explicit, region, header, utc or none. */
  readonly offsetSource: string;
  /** Whether completedAt is impossible, given when the callback was received. */
  readonly completedImpossible: boolean;
  readonly receivedAtText: string | null;
  readonly timestampText: string | null;
  readonly verified: boolean | null;
  readonly ack: string | null;
}

/**
 * expiry: the service accepts no payment from here on · deadline: STUCK from here on · horizon: EXPIRED from here on
 */
export interface LimitEvent {
  readonly kind: 'expiry' | 'deadline' | 'horizon';
  readonly at: string;
}

export interface StoryFinding {
  readonly code: string;
  /** Null for a code that this version of the program does not have. */
  readonly severity: string | null;
  readonly reason: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
}

export interface StoryVersion {
  readonly date: string;
  readonly region: string;
  readonly version: number;
}

/** A result that differs from the run before; its instant is the run's as-of. */
export interface VerdictEvent {
  readonly kind: 'verdict';
  readonly at: string;
  readonly run: number;
  /** Null if the order no longer has a result. */
  readonly outcome: string | null;
  readonly outcomeBefore: string | null;
  readonly stuckReason: string | null;
  readonly businessDate: string | null;
  readonly region: string | null;
  readonly requested: StoryMoney | null;
  readonly paid: StoryMoney | null;
  readonly difference: StoryMoney | null;
  readonly payments: number;
  readonly findings: readonly string[];
  readonly findingsCame: readonly StoryFinding[];
  readonly findingsWent: readonly StoryFinding[];
  /** The findings as of this run. */
  readonly findingsChanged: readonly StoryFinding[];
  /** The first versions that show it; empty until one is published. */
  readonly versions: readonly StoryVersion[];
}

/** A decision about the order. */
export interface DecisionEvent {
  readonly kind: 'decision';
  readonly at: string;
  readonly entry: number;
  readonly who: string;
  readonly action: string;
  readonly code: string | null;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** A record that no longer counts, because its source was withdrawn; its instant is that of the withdrawal. */
export interface WithdrawalEvent {
  readonly kind: 'withdrawal';
  readonly at: string;
  readonly entry: number;
  readonly who: string;
  readonly reason: string | null;
  readonly record: 'pay-in' | 'callback' | 'statement';
  /** When the pay-in was requested, the callback received, or the statement read. */
  readonly recordAt: string;
  readonly place: RecordPlace;
  /** Of a row of a statement. */
  readonly type: string | null;
  /** Of a callback or a row of a statement. */
  readonly status: string | null;
  readonly tradeNo: string | null;
  readonly money: StoryMoney;
}

export type StoryEvent =
  | RequestEvent
  | ResponseEvent
  | CallbackEvent
  | StatementEvent
  | PayoutEvent
  | BankEvent
  | LimitEvent
  | VerdictEvent
  | DecisionEvent
  | WithdrawalEvent;

export interface StoryPayment {
  readonly tradeNo: string | null;
  readonly paymentMethod: string | null;
  readonly money: StoryMoney;
  readonly paidAt: string | null;
  readonly paidDate: string;
  readonly receivedAt: string;
}

/** The order's result in the newest run. */
export interface CurrentVerdict {
  readonly outcome: string;
  readonly stuckReason: string | null;
  /** Why a STUCK order has no result, as a sentence with local times; null for other outcomes. */
  readonly explanation: string | null;
  /** IANA zone of the region; the local times are in it. */
  readonly zone: string;
  readonly findings: readonly string[];
  readonly businessDate: string;
  readonly region: string;
  readonly requested: StoryMoney | null;
  readonly paid: StoryMoney | null;
  readonly difference: StoryMoney | null;
}

/** Everything known about an order, in time order. */
export interface OrderStory extends OrderKey {
  /** Null until a run has judged the order, and for callbacks that match no order. */
  readonly verdict: CurrentVerdict | null;
  /** As-of of the newest stored run; null before the first. */
  readonly asOf: string | null;
  /** In time order. */
  readonly events: readonly StoryEvent[];
  /** The payments in the newest run. */
  readonly payments: readonly StoryPayment[];
}
