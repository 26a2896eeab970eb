import type { Order, Scene } from '../order.ts';
import { payAt, payment, type Scenario } from '../scenario.ts';

/** Keeps only the callback and completes it on the date itself, which becomes the order's date. */
function orphan(order: Order, { day }: Scene): void {
  const callback = payment(order);
  order.payIns = [];
  callback.completedForm = 'offset';
  payAt(callback, Math.min(callback.completedAt, day.endsAt - 1));
}

/** Callbacks whose orders are not in the log, and lines that belong to no order. */
export const UNMATCHED_CALLBACKS: readonly Scenario[] = [
  {
    name: 'orphan',
    about: 'A payment was notified for an order that the log of calls does not have.',
    rate: { BR: 8, EG: 3 },
    outcome: 'ORPHAN',
    findings: ['ORPHAN_CALLBACK'],
    apply: orphan,
  },
  {
    name: 'unverified-orphan',
    about: 'A callback for an unknown order, and its signature did not verify.',
    rate: { BR: 3, EG: 12 },
    outcome: undefined,
    findings: [],
    apply(order, scene) {
      orphan(order, scene);
      payment(order).verified = false;
      payment(order).ack = 'FAIL';
    },
  },
  {
    name: 'no-order-no',
    about: 'A callback whose order number is empty.',
    rate: { BR: 8, EG: 3 },
    outcome: undefined,
    findings: [],
    rejectedLines: 1,
    apply(order, scene) {
      orphan(order, scene);
      payment(order).orderNo = '';
    },
  },
  {
    name: 'no-time',
    about: 'A callback that has no time at all, neither of its own nor of the log.',
    rate: { BR: 3, EG: 12 },
    outcome: undefined,
    findings: [],
    rejectedLines: 1,
    apply(order, scene) {
      orphan(order, scene);
      payment(order).completedForm = 'absent';
      payment(order).headerForm = 'absent';
    },
  },
];
