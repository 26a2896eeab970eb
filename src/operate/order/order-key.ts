import type { OrderKey } from './story.ts';

/** Whether two keys are of one order: the same number under two merchants is two orders. */
export function isSame(one: OrderKey, other: OrderKey): boolean {
  return one.orderNo === other.orderNo && one.merchantId === other.merchantId;
}
