import type { Callback, Order, PayIn, Scene } from './order.ts';

/** One possible course of an order, with its expected reconciliation result. */
export interface Scenario {
  readonly name: string;
  /** One sentence about what happens. */
  readonly about: string;
  /** Number in every 10,000 orders, by region; `rest` means all remaining orders. */
  readonly rate: { readonly BR: number | 'rest'; readonly EG: number | 'rest' };
  /**
   * The outcome with default settings, after all callbacks and deadlines but before the horizon for EXPIRED; undefined
   * if there is no order.
   */
  readonly outcome: 'MATCHED' | 'MISMATCH' | 'STUCK' | 'REJECTED' | 'ORPHAN' | undefined;
  /**
   * The expected findings, sorted. A value that also breaks a rule of the interface (a currency, an amount, a time) may
   * add CONTRACT_VIOLATION, never another outcome. When clocks go back, orders paid around then without an offset also
   * have TIME_AMBIGUOUS and sometimes OFFSET_DISAGREES.
   */
  readonly findings: readonly string[];
  /** True for ordinary scenarios: paid as requested, or never paid. */
  readonly isEveryday?: boolean;
  /** Number of lines that are rejected because they belong to no order. */
  readonly rejectedLines?: number;
  /** Number of lines that are exact copies of another line. */
  readonly duplicateLines?: number;
  /** Whether the scenario is possible for this order. If not, the order is paid as requested. */
  readonly suits?: (order: Order, scene: Scene) => boolean;
  /** Changes an order that was paid as requested into one of this scenario. */
  readonly apply: (order: Order, scene: Scene) => void;
}

/** The first call of an order that has calls. */
export function firstPayIn(order: Order): PayIn {
  return order.payIns[0]!;
}

/** The payment's notification in an order that still has one. */
export function payment(order: Order): Callback {
  return order.callbacks[0]!;
}

/** Changes the time of a payment (epoch seconds). The notification follows after the same delay. */
export function payAt(callback: Callback, completedAt: number): void {
  callback.receivedAt += completedAt - callback.completedAt;
  callback.completedAt = completedAt;
}

/** A trade number that differs from the order's own in its last digit (1 to 9). */
export function otherTradeNo(order: Order, digit: number): string {
  return order.tradeNo.slice(0, -1) + digit;
}

/** An amount (minor units) that differs from the order's by 1 to 20 %, and by at least one major unit. */
export function differentMinor(order: Order, direction: 1 | -1, scene: Scene): number {
  const share = Math.round((order.amountMinor * scene.random.between(1, 20)) / 100);
  const difference = direction === 1 ? Math.max(100, share) : Math.max(1, share);
  return order.amountMinor + direction * difference;
}
