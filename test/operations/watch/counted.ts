import type { RegionCounts } from '../../../src/operations/watch/judge-region.ts';
import {
  type ComparedStretch,
  comparableStretches,
  SLOT_SECONDS,
  SLOTS,
} from '../../../src/operations/watch/stretches.ts';
import { emptyGroup, type Group } from '../../../src/operations/watch/tally.ts';
import type { Orders, Traffic } from './traffic.ts';

/** What the watch would count of the traffic at a slot, everything being read until then. */
export function countTraffic(traffic: Traffic, now: number, weeks: number): RegionCounts {
  const at = { seconds: traffic.start + now * SLOT_SECONDS, micros: 0 };
  const stretches = (shift: number) => comparableStretches(at, traffic.zone, weeks, shift);
  const here = stretches(0);
  const shifted = new Map<number, ComparedStretch[]>();
  const groups = traffic.shops.map((orders) => {
    const { deadlineSeconds, paymentMethod, merchantId } = orders.shop;
    const due = shifted.get(deadlineSeconds) ?? stretches(deadlineSeconds);
    shifted.set(deadlineSeconds, due);
    const group = emptyGroup(paymentMethod, merchantId, weeks);
    eachSlot(traffic, here, (into, slot) => {
      group.lines.payments[into] =
        group.lines.timed[into] =
        group.lines.compared[into] =
          orders.payments[slot]!;
      group.lines.late[into] = orders.late[slot]!;
      group.lines.mismatched[into] = orders.mismatched[slot]!;
    });
    count(traffic, orders, here, group, 'requested', 'paid');
    count(traffic, orders, due, group, 'due', 'met');
    return group;
  });
  return { weeks, groups, payInsFrom: 0 };
}

function count(
  traffic: Traffic,
  orders: Orders,
  stretches: readonly ComparedStretch[],
  { lines }: Group,
  whole: 'requested' | 'due',
  part: 'paid' | 'met',
): void {
  eachSlot(traffic, stretches, (into, slot, age) => {
    lines[whole][into] = orders.requested[slot]!;
    let paid = 0;
    for (const delay of orders.delays[slot]!) if (delay <= age) paid += 1;
    lines[part][into] = paid;
  });
}

/** @param take is given where a slot is counted, which slot of the traffic it is, and how many slots it was followed */
function eachSlot(
  traffic: Traffic,
  stretches: readonly ComparedStretch[],
  take: (into: number, slot: number, age: number) => void,
): void {
  for (const { week, firstSlot, from, to, seenUntil } of stretches) {
    const newest = Math.round((to.seconds - traffic.start) / SLOT_SECONDS) - 1;
    const length = Math.round((to.seconds - from.seconds) / SLOT_SECONDS);
    const age = Math.round((seenUntil.seconds - to.seconds) / SLOT_SECONDS);
    for (let back = 0; back < length; back += 1) {
      const slot = newest - back;
      if (slot >= 0 && slot < traffic.slots) take(week * SLOTS + firstSlot + back, slot, age + back);
    }
  }
}
