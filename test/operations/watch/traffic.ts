import { zoneOffsetSeconds } from '../../../src/normalise/zone.ts';
import { SLOT_SECONDS } from '../../../src/operations/watch/stretches.ts';
import { createRandom, type Random } from '../../../src/simulate/random.ts';
import { around, normal, poisson } from './draws.ts';

/** One merchant's orders by one method. */
export interface Shop {
  readonly paymentMethod: string;
  readonly merchantId: string;
  readonly ordersPerDay: number;
  readonly paidShare: number;
  /** Half of those who pay have done so after so many minutes. */
  readonly minutesToPay: number;
  /** From request to deadline. */
  readonly deadlineSeconds: number;
}

/** What became of a shop's orders, by the slot that each was requested in; slots are counted from the traffic's start. */
export interface Orders {
  readonly shop: Shop;
  readonly requested: Uint16Array;
  /** Of each slot, after how many slots its orders were paid. */
  readonly delays: number[][];
  /** Of each slot, how many payments it received, how many of them late, and how many of another amount. */
  readonly payments: Uint16Array;
  readonly late: Uint16Array;
  readonly mismatched: Uint16Array;
}

export interface Traffic {
  readonly zone: string;
  /** Epoch seconds at which slot 0 begins. */
  readonly start: number;
  readonly slots: number;
  readonly shops: readonly Orders[];
}

const SLOTS_OF_DAY = 86_400 / SLOT_SECONDS;
const LATE_SHARE = 0.004;
const MISMATCH_SHARE = 0.001;
const WEEKDAYS = [0.8, 1.05, 1, 1, 1.05, 1.2, 0.95];

/** By local hour: little at night, most in the evening. */
const HOURS = Array.from(
  { length: 24 },
  (_, hour) => 0.08 + 0.92 * Math.sin((Math.PI * ((hour + 19) % 24)) / 24) ** 2,
);

/**
 * Simulates orders of some shops day by day: growth of 4 % a week, days that differ by 12 % beside chance for the region and
 * by 15 % for each shop, hours by 10 %, paid shares by 8 %, a public holiday (a third of the traffic) in most months, and a
 * shop's sale (two and a half times) now and then.
 * @param start `yyyy-MM-dd`, at midnight UTC
 */
export function simulateTraffic(
  zone: string,
  shops: readonly Shop[],
  { start, days, seed }: { start: string; days: number; seed: number },
): Traffic {
  const random = createRandom(seed, 7);
  random.seek(0);
  const region = Array.from(
    { length: days + 1 },
    () => around(random, 0.12) * (random.chance(0.04) ? 0.33 : 1),
  );
  const begin = Date.parse(`${start}T00:00:00Z`) / 1000;
  const slots = days * SLOTS_OF_DAY;
  return {
    zone,
    start: begin,
    slots,
    shops: shops.map((shop) => simulateShop(shop, { zone, begin, slots, region, random })),
  };
}

interface World {
  readonly zone: string;
  readonly begin: number;
  readonly slots: number;
  readonly region: readonly number[];
  readonly random: Random;
}

function simulateShop(shop: Shop, { zone, begin, slots, region, random }: World): Orders {
  const requested = new Uint16Array(slots);
  const delays: number[][] = Array.from({ length: slots }, () => []);
  const orders = {
    payments: new Uint16Array(slots),
    late: new Uint16Array(slots),
    mismatched: new Uint16Array(slots),
  };
  const days = region.map((factor) => ({
    rate: factor * around(random, 0.15) * (random.chance(0.01) ? 2.5 : 1),
    paid: Math.min(0.98, shop.paidShare * around(random, 0.08)),
    late: LATE_SHARE * around(random, 0.5),
  }));
  let hourly = 1;
  for (let slot = 0; slot < slots; slot += 1) {
    const at = begin + slot * SLOT_SECONDS;
    const local = at + zoneOffsetSeconds(zone, at);
    if (slot % 12 === 0) hourly = around(random, 0.1);
    const weekday = (Math.floor(local / 86_400) + 4) % 7;
    const day = days[Math.max(0, Math.floor((local - begin) / 86_400))] ?? days[0]!;
    const growth = 1.04 ** (slot / SLOTS_OF_DAY / 7);
    const rate =
      (shop.ordersPerDay / SLOTS_OF_DAY / 0.54) *
      HOURS[Math.floor((local % 86_400) / 3600)]! *
      WEEKDAYS[weekday]!;
    requested[slot] = poisson(random, rate * growth * day.rate * hourly);
    for (let order = 0; order < requested[slot]!; order += 1) {
      if (!random.chance(day.paid)) continue;
      const delay = Math.floor(
        (random.unit() * 300 + shop.minutesToPay * 60 * Math.exp(0.9 * normal(random))) / 300,
      );
      delays[slot]!.push(delay);
      notify(orders, slot + delay, random.chance(day.late), random.chance(MISMATCH_SHARE));
    }
  }
  return { shop, requested, delays, ...orders };
}

function notify(
  orders: Pick<Orders, 'payments' | 'late' | 'mismatched'>,
  slot: number,
  late: boolean,
  mismatched: boolean,
) {
  if (slot >= orders.payments.length) return;
  orders.payments[slot]! += 1;
  if (late) orders.late[slot]! += 1;
  if (mismatched) orders.mismatched[slot]! += 1;
}

/** A few shops of each region, from one that lives by the minute to one with a handful of orders a day. */
export const SHOPS: Readonly<Record<'BR' | 'EG', { zone: string; shops: readonly Shop[] }>> = {
  BR: {
    zone: 'America/Sao_Paulo',
    shops: [6000, 1500, 500, 150, 40, 10].map((ordersPerDay, at) => ({
      paymentMethod: 'PIX',
      merchantId: `B${at + 1}`,
      ...{ ordersPerDay, paidShare: 0.68, minutesToPay: 3, deadlineSeconds: 4500 },
    })),
  },
  EG: {
    zone: 'Africa/Cairo',
    shops: [
      ...[3000, 800, 200, 60, 15].map((ordersPerDay, at) => ({
        paymentMethod: 'FAWRY',
        merchantId: `E${at + 1}`,
        ...{ ordersPerDay, paidShare: 0.45, minutesToPay: 80, deadlineSeconds: 25_200 },
      })),
      ...[1200, 300, 30].map((ordersPerDay, at) => ({
        paymentMethod: 'WALLET',
        merchantId: `E${at + 1}`,
        ...{ ordersPerDay, paidShare: 0.6, minutesToPay: 4, deadlineSeconds: 4500 },
      })),
    ],
  },
};
