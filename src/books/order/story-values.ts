/** What events of an order's history are made of. */

/** An amount of a record or a result, with the original text if there is one. */
export interface StoryMoney {
  readonly currency: string | null;
  /** Whole minor units; null if the text cannot be read exactly or has no currency. */
  readonly minor: string | null;
  /** The same amount in major units. */
  readonly major: string | null;
  /** As written in the log; null for a computed amount. */
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
  /** The kind of characters in the field, never its value. */
  readonly shape: string;
}

export interface OrderKey {
  readonly orderNo: string;
  readonly merchantId: string;
}

/** Whether two keys name the same order. The same number under two merchants is two orders. */
export function isSame(one: OrderKey, other: OrderKey): boolean {
  return one.orderNo === other.orderNo && one.merchantId === other.merchantId;
}
