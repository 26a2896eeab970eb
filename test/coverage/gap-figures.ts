/**
 * How many gaps are seen that are none, and how many missing hours are seen, on simulated traffic. `npm run watch-figures`
 * prints it.
 */
import { type CoveredKind, findGaps, type Gap } from '../../src/coverage/find-gaps.ts';
import { SLOT_SECONDS, type SlotCount, Tally } from '../../src/coverage/tally-records.ts';
import { zoneOffsetSeconds } from '../../src/normalise/zone.ts';
import { createRandom } from '../../src/simulate/random.ts';
import { type Shop, simulateTraffic, type Traffic } from '../operations/watch/traffic.ts';

export const ORDERS_PER_DAY = [500, 5_000, 50_000];
export const HISTORY_DAYS = 28;

/** In the first Cairo puts its clock forward, in the second back. */
const STARTS = ['2026-03-28', '2026-10-03'];
const ZONES = { BR: 'America/Sao_Paulo', EG: 'Africa/Cairo' };
const ONE_IN = 1_000_000;
const SLOTS_OF_DAY = 86_400 / SLOT_SECONDS;

export type Region = keyof typeof ZONES;

/** Two merchants, a large and a small one. */
function shopsOf(region: Region, ordersPerDay: number): Shop[] {
  const [paymentMethod, paidShare, minutesToPay, deadlineSeconds] =
    region === 'BR' ? (['PIX', 0.8, 2, 1800] as const) : (['FAWRY', 0.7, 90, 86_400] as const);
  const shop = (merchantId: string, share: number): Shop => ({
    ...{ paymentMethod, merchantId, paidShare, minutesToPay, deadlineSeconds },
    ordersPerDay: ordersPerDay * share,
  });
  return [shop('M1', 0.8), shop('M2', 0.2)];
}

/** Days of a region, of which the first are what the others are compared with. */
export function trafficOf(
  region: Region,
  ordersPerDay: number,
  seed: number,
  days: number,
  start = STARTS[seed % STARTS.length]!,
): Traffic {
  return simulateTraffic(ZONES[region], shopsOf(region, ordersPerDay), { start, days, seed });
}

interface Hole {
  readonly kind: CoveredKind;
  /** The first slot without records, and the first with some again. */
  readonly from: number;
  readonly to: number;
  /** Slots of it with a single record. */
  readonly strays?: readonly number[];
}

/** The gaps that are found in days from one of them on, the hole's records taken out. */
export function gapsIn(traffic: Traffic, firstDay: number, hole?: Hole): Gap[] {
  const tally = (kind: CoveredKind) => new Tally(slotsOf(traffic, kind, hole));
  const records = {
    zone: traffic.zone,
    tallies: { 'pay-in': tally('pay-in'), callback: tally('callback'), statement: tally('statement') },
  };
  const from = traffic.start + firstDay * 86_400;
  return findGaps(records, from, () => [], ONE_IN);
}

function slotsOf(traffic: Traffic, kind: CoveredKind, hole: Hole | undefined): SlotCount[] {
  return Array.from({ length: traffic.slots }, (_, slot): SlotCount => {
    const isOut = hole?.kind === kind && slot >= hole.from && slot < hole.to;
    const isStray = isOut && hole.strays?.includes(slot) === true;
    const records = isOut
      ? Number(isStray)
      : traffic.shops.reduce(
          (sum, { requested, payments }) => sum + (kind === 'pay-in' ? requested : payments)[slot]!,
          0,
        );
    const at = traffic.start + slot * SLOT_SECONDS;
    return { at, records, first: at + 1, last: isStray ? at + 1 : at + SLOT_SECONDS - 1 };
  }).filter(({ records }) => records > 0);
}

export interface MissingHours {
  readonly hours: number;
  /** Named: the gap found covers the hour and not much more. */
  readonly named: number;
}

/** Hours between 09:00 and 22:00 of the region, one by one without their records. */
export function missingHours(
  traffic: Traffic,
  kind: CoveredKind,
  firstDay: number,
  hours: number,
): MissingHours {
  const random = createRandom(1, 11);
  const days = traffic.slots / SLOTS_OF_DAY - firstDay - 1;
  let named = 0;
  for (let one = 0; one < hours; one += 1) {
    const midnight = traffic.start + (firstDay + random.between(0, days - 1)) * 86_400;
    const local = random.between(9 * 12, 21 * 12) * SLOT_SECONDS;
    const from = Math.round(
      (midnight - zoneOffsetSeconds(traffic.zone, midnight) + local - traffic.start) / SLOT_SECONDS,
    );
    const gaps = gapsIn(traffic, firstDay, { kind, from, to: from + 12 });
    const begins = traffic.start + from * SLOT_SECONDS;
    if (gaps.some((gap) => gap.kind === kind && gap.from <= begins && gap.to >= begins + 3600)) named += 1;
  }
  return { hours, named };
}
