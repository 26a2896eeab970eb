import type { OrderKey, RecordPlace, StoryMoney } from './story-values.ts';

/** A row of a statement; its instant is that of its time, or the beginning of the date on which it was settled. */
export interface StatementEvent {
  readonly kind: 'statement';
  readonly at: string;
  /** The local date, if the row has no time; null otherwise. */
  readonly date: string | null;
  readonly place: RecordPlace;
  /** When its source was read: known from then on. */
  readonly readAt: string;
  readonly rowId: string | null;
  readonly type: string;
  readonly status: string;
  /** Type and status as the row has them; null if it has none. */
  readonly typeText: string | null;
  readonly statusText: string | null;
  /** The order that the row names; empty where it names none. */
  readonly names: OrderKey;
  readonly tradeNo: string | null;
  readonly subMerchantId: string | null;
  readonly paymentMethod: string | null;
  /** The amount before fees. */
  readonly money: StoryMoney;
  readonly fee: StoryMoney | null;
  readonly net: StoryMoney | null;
  /** The fee by the tariff in the settings. */
  readonly expectedFee: StoryMoney | null;
  readonly completedAtText: string | null;
  readonly settledOn: string | null;
  readonly payoutId: string | null;
  /** What it belongs to in the newest run; null if no run has judged it, or if another row replaces it. */
  readonly matched: 'payment' | 'order' | 'none' | null;
  /** The order that it belongs to; null if there is none. */
  readonly countedAt: OrderKey | null;
  /** The row that was read later with the same identifier, and counts instead. */
  readonly replacedBy: RecordPlace | null;
  /** Codes of the findings at this row. */
  readonly findings: readonly string[];
}

/** A payout that rows of the order are part of; its instant is the beginning of the date on which it was settled. */
export interface PayoutEvent {
  readonly kind: 'payout';
  readonly at: string;
  readonly date: string;
  readonly payoutId: string;
  readonly region: string;
  /** Rows of statements that name it, those of other orders included. */
  readonly rows: number;
  /** What is paid out. */
  readonly money: StoryMoney;
  /** Whether the bank booked it. */
  readonly isBooked: boolean;
}

/** What the bank booked for such a payout; its instant is the beginning of the date on which it did. */
export interface BankEvent {
  readonly kind: 'bank';
  readonly at: string;
  readonly date: string;
  readonly payoutId: string;
  readonly reference: string | null;
  readonly money: StoryMoney;
  /** What was booked minus what is paid out. */
  readonly difference: StoryMoney | null;
}
