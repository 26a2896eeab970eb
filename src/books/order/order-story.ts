/** What is known of one order, typed as `order --json` prints it: instants in ISO 8601 and UTC, money as text. */

import type { TimeFlag } from '../../normalise/read-time.ts';

/** An amount that a record has, or a result; with the text that it was read from, where there is one. */
export interface StoryMoney {
  readonly currency: string | null;
  /** Whole minor units; null where the text cannot be read exactly or has no currency. */
  readonly minor: string | null;
  /** The same in major units. */
  readonly major: string | null;
  /** As in the log; null for a computed amount. */
  readonly text: string | null;
}

/** Where a record was first read. */
export interface RecordPlace {
  readonly source: string;
  readonly line: number;
}

/** A rule of the interface that a record breaks. */
export interface BrokenRule {
  readonly field: string;
  readonly rule: string;
  /** What the field looks like; never its value. */
  readonly shape: string;
}

export interface OrderKey {
  readonly orderNo: string;
  readonly merchantId: string;
}

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
  /** Whether its response is on the same line, or on a line of its own; null if there is none. */
  readonly response: 'same-line' | 'own-line' | null;
}

export interface ResponseEvent extends Recorded {
  readonly kind: 'response';
  readonly code: string | null;
  readonly status: string | null;
  readonly tradeNo: string | null;
  readonly accountNo: string | null;
  /** What it repeats of the request. */
  readonly echo: {
    readonly orderNo: string | null;
    readonly merchantId: string | null;
    readonly subMerchantId: string | null;
    readonly paymentMethod: string | null;
    readonly money: StoryMoney;
  };
  readonly transactionTimeText: string | null;
  readonly ownLine: boolean;
  /** The request that it answers; null if it answers none. */
  readonly answers: RecordPlace | null;
}

export interface CallbackEvent extends Recorded {
  readonly kind: 'callback';
  /** The order and merchant that it names. */
  readonly names: OrderKey;
  /**
   * own: counted at the order that it names · trade-no: counted at this order by its tradeNo, though it names another
   * · elsewhere: counted at another order · unverified: counted nowhere, it may be anybody's
   */
  readonly attribution: 'own' | 'trade-no' | 'elsewhere' | 'unverified';
  /** The order that it is counted at; null for one that is not verified. */
  readonly countedAt: OrderKey | null;
  readonly status: string | null;
  readonly tradeNo: string | null;
  readonly subMerchantId: string | null;
  readonly paymentMethod: string | null;
  readonly money: StoryMoney;
  readonly completedAt: string | null;
  readonly transactionTimeText: string | null;
  /** How the offset of completedAt was found: explicit, region, header, utc or none. */
  readonly offsetSource: string;
  /** Whether completedAt cannot be, by when the callback was received. */
  readonly completedImpossible: boolean;
  readonly receivedAtText: string | null;
  readonly timestampText: string | null;
  readonly verified: boolean | null;
  readonly ack: string | null;
}

/** expiry: from here the service takes no payment · deadline: stuck from here on · horizon: given up from here on */
export interface LimitEvent {
  readonly kind: 'expiry' | 'deadline' | 'horizon';
  readonly at: string;
}

export interface StoryFinding {
  readonly code: string;
  /** Null for a code that this program does not have. */
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

/** What a run found otherwise than the run before; its instant is the run's as-of. */
export interface VerdictEvent {
  readonly kind: 'verdict';
  readonly at: string;
  readonly run: number;
  /** Null where the order has no result any more. */
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
  /** As they are from this run on. */
  readonly findingsChanged: readonly StoryFinding[];
  /** The first versions that show it; empty while none was published. */
  readonly versions: readonly StoryVersion[];
}

/** What somebody decided about the order. */
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

export type StoryEvent =
  | RequestEvent
  | ResponseEvent
  | CallbackEvent
  | LimitEvent
  | VerdictEvent
  | DecisionEvent;

export interface StoryPayment {
  readonly tradeNo: string | null;
  readonly paymentMethod: string | null;
  readonly money: StoryMoney;
  readonly paidAt: string | null;
  readonly paidDate: string;
  readonly receivedAt: string;
}

/** What an order comes to by the newest run. */
export interface CurrentVerdict {
  readonly outcome: string;
  readonly stuckReason: string | null;
  /** Why a STUCK order has no result, as a sentence with local times; null for every other outcome. */
  readonly explanation: string | null;
  /** IANA zone of the region, in which these times are. */
  readonly zone: string;
  readonly findings: readonly string[];
  readonly businessDate: string;
  readonly region: string;
  readonly requested: StoryMoney | null;
  readonly paid: StoryMoney | null;
  readonly difference: StoryMoney | null;
}

export interface OrderStory extends OrderKey {
  /** Null while no run has judged it, and for what is no order. */
  readonly verdict: CurrentVerdict | null;
  /** As-of of the newest run that was kept; null before the first. */
  readonly asOf: string | null;
  /** In time order. */
  readonly events: readonly StoryEvent[];
  /** As the newest run has them. */
  readonly payments: readonly StoryPayment[];
}

/** Whether two keys are of one order: the same number under two merchants is two orders. */
export function isSame(one: OrderKey, other: OrderKey): boolean {
  return one.orderNo === other.orderNo && one.merchantId === other.merchantId;
}
