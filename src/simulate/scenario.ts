import type { Callback, Order, PayIn, Scene } from './order.ts';

/** One way in which an order can go, and what the reconciliation makes of it. */
export interface Scenario {
  readonly name: string;
  /** What happens, in a sentence. */
  readonly about: string;
  /** Orders of every 10,000, by region; `rest` takes what the others leave. */
  readonly rate: { readonly BR: number | 'rest'; readonly EG: number | 'rest' };
  /**
   * The outcome with default settings, once every callback has come and every deadline has passed, but not yet
   * the horizon of EXPIRED; undefined where no order comes of it.
   */
  readonly outcome: 'MATCHED' | 'MISMATCH' | 'STUCK' | 'REJECTED' | 'ORPHAN' | undefined;
  /**
   * The findings it leads to, sorted. A value that breaks a rule of the interface in passing (a currency, an
   * amount, a time) may add CONTRACT_VIOLATION, never another outcome. A night on which the clock is put back
   * adds TIME_AMBIGUOUS, and perhaps OFFSET_DISAGREES, to orders paid around it with no offset.
   */
  readonly findings: readonly string[];
  /** True for the everyday ones: paid as asked, or just never paid. */
  readonly isEveryday?: boolean;
  /** Lines of it that are rejected, because they belong to no order. */
  readonly rejectedLines?: number;
  /** Lines of it that repeat another to the byte. */
  readonly duplicateLines?: number;
  /** False where it cannot happen to this order; the order is then paid as asked. */
  readonly suits?: (order: Order, scene: Scene) => boolean;
  /** Changes an order paid as asked into one of this kind. */
  readonly apply: (order: Order, scene: Scene) => void;
}

/** The first call of an order that has one. */
export function firstPayIn(order: Order): PayIn {
  return order.payIns[0]!;
}

/** The notification of the payment in an order that still has it. */
export function payment(order: Order): Callback {
  return order.callbacks[0]!;
}

/** Moves a payment to another instant (epoch seconds); the notification follows it as before. */
export function payAt(callback: Callback, completedAt: number): void {
  callback.receivedAt += completedAt - callback.completedAt;
  callback.completedAt = completedAt;
}

/** A trade number like the order's own, told from it by its last digit (1 to 9). */
export function otherTradeNo(order: Order, digit: number): string {
  return order.tradeNo.slice(0, -1) + digit;
}

/** An amount (minor units) off from the order's by 1 to 20 %, at least one major unit. */
export function differentMinor(order: Order, direction: 1 | -1, scene: Scene): number {
  const share = Math.round((order.amountMinor * scene.random.between(1, 20)) / 100);
  const difference = direction === 1 ? Math.max(100, share) : Math.max(1, share);
  return order.amountMinor + direction * difference;
}
