import { createRandom } from '../../../src/simulate/random.ts';
import type { Orders, Traffic } from './traffic.ts';

/** Something that goes wrong from one slot up to another. */
export interface Outage {
  readonly kind: 'silent' | 'paid_share' | 'late_share' | 'mismatches';
  readonly paymentMethod: string;
  /** Of every merchant if absent. */
  readonly merchantId?: string;
  readonly from: number;
  readonly until: number;
}

const SHARES = { silent: 1, paid_share: 0.5, late_share: 0.3, mismatches: 0.2 };

/**
 * The traffic as the outage makes it: no payment is told (silent), half of the orders are not paid, three in ten callbacks
 * come late, two in ten are of another amount.
 */
export function withOutage(traffic: Traffic, outage: Outage): Traffic {
  const concerns = ({ shop }: Orders) =>
    shop.paymentMethod === outage.paymentMethod &&
    (outage.merchantId === undefined || shop.merchantId === outage.merchantId);
  return {
    ...traffic,
    shops: traffic.shops.map((orders) => (concerns(orders) ? harmed(orders, outage) : orders)),
  };
}

function harmed(orders: Orders, { kind, from, until }: Outage): Orders {
  const random = createRandom(from, until);
  random.seek(orders.shop.ordersPerDay);
  const flagged = { late: orders.late.slice(), mismatched: orders.mismatched.slice() };
  if (kind === 'late_share' || kind === 'mismatches') {
    const line = kind === 'late_share' ? flagged.late : flagged.mismatched;
    for (let slot = from; slot < until; slot += 1) {
      for (let one = 0; one < orders.payments[slot]!; one += 1) {
        if (random.chance(SHARES[kind])) line[slot] = Math.min(line[slot]! + 1, orders.payments[slot]!);
      }
    }
    return { ...orders, ...flagged };
  }
  const payments = orders.payments.slice();
  const delays = orders.delays.slice();
  // What is requested earlier may be told within it: two days reach for every delay that is simulated.
  for (let slot = Math.max(0, from - 576); slot < until; slot += 1) {
    delays[slot] = orders.delays[slot]!.filter((delay) => {
      const isWithin = kind === 'silent' ? slot + delay >= from && slot + delay < until : slot >= from;
      if (!isWithin || !random.chance(SHARES[kind])) return true;
      if (slot + delay < payments.length && payments[slot + delay]! > 0) payments[slot + delay]! -= 1;
      return false;
    });
  }
  for (let slot = from; slot < until; slot += 1) {
    flagged.late[slot] = Math.min(flagged.late[slot]!, payments[slot]!);
    flagged.mismatched[slot] = Math.min(flagged.mismatched[slot]!, payments[slot]!);
  }
  return { ...orders, payments, delays, ...flagged };
}
