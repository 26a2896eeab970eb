/**
 * How soon the watch notices what goes wrong, and how often it is wrong itself: on simulated months of both regions, with
 * changes of the clock. `npm run watch-figures -- 10` takes ten times as many months and outages.
 */
import { createRandom } from '../../../src/simulate/random.ts';
import { follow, WEEKS } from './follow.ts';
import { type Outage, withOutage } from './outages.ts';
import { SHOPS, simulateTraffic, type Traffic } from './traffic.ts';

const SLOTS_OF_DAY = 288;
const HISTORY_DAYS = WEEKS * 7 + 2;
/** In the first Cairo puts its clock forward, in the second back. */
const STARTS = ['2026-03-08', '2026-09-12'];

type Region = keyof typeof SHOPS;
type Fault = Omit<Outage, 'from' | 'until'> & { readonly region: Region; readonly about: string };

export const FAULTS: readonly Fault[] = [
  { region: 'BR', kind: 'silent', paymentMethod: 'PIX', about: 'PIX silent, all merchants' },
  { region: 'EG', kind: 'silent', paymentMethod: 'FAWRY', about: 'FAWRY silent, all merchants' },
  ...[
    ['B2', 1500],
    ['B3', 500],
    ['B4', 150],
    ['B5', 40],
  ].map(
    ([merchantId, orders]): Fault => ({
      ...{ region: 'BR', kind: 'silent', paymentMethod: 'PIX', merchantId: String(merchantId) },
      about: `PIX silent, a merchant of ${orders} orders a day`,
    }),
  ),
  { region: 'BR', kind: 'paid_share', paymentMethod: 'PIX', about: 'PIX: half as many paid, all merchants' },
  {
    region: 'EG',
    kind: 'paid_share',
    paymentMethod: 'FAWRY',
    about: 'FAWRY: half as many paid, all merchants',
  },
  ...[
    ['B2', 1500],
    ['B3', 500],
  ].map(
    ([merchantId, orders]): Fault => ({
      ...{ region: 'BR', kind: 'paid_share', paymentMethod: 'PIX', merchantId: String(merchantId) },
      about: `PIX: half as many paid, a merchant of ${orders} orders a day`,
    }),
  ),
  { region: 'BR', kind: 'late_share', paymentMethod: 'PIX', about: 'PIX: 30 % of callbacks late' },
  { region: 'EG', kind: 'late_share', paymentMethod: 'FAWRY', about: 'FAWRY: 30 % of callbacks late' },
  { region: 'BR', kind: 'mismatches', paymentMethod: 'PIX', about: 'PIX: 20 % of another amount' },
  { region: 'EG', kind: 'mismatches', paymentMethod: 'FAWRY', about: 'FAWRY: 20 % of another amount' },
];

export const HOURS = [1, 3, 6];

export interface Detection {
  readonly fault: Fault;
  readonly hours: number;
  readonly outages: number;
  readonly noticed: number;
  /** Minutes from the beginning to the alarm, of those noticed: half of them, and nine in ten. */
  readonly median: number;
  readonly ninetieth: number;
}

/**
 * Undisturbed traffic, and the alarms that it raises.
 * @param firstDay from which day on it is watched, counted from the end of the weeks that the first is compared with
 */
export function falseAlarms(region: Region, seeds: readonly number[], days = 35, firstDay = 0) {
  const alarms = STARTS.flatMap((start) =>
    seeds.flatMap((seed) => {
      const traffic = worldOf(region, start, seed, firstDay + days);
      return follow(traffic, (HISTORY_DAYS + firstDay) * SLOTS_OF_DAY, traffic.slots);
    }),
  );
  return { months: (STARTS.length * seeds.length * days) / 30, alarms };
}

/** Outages that begin between 8 and 20 o'clock of the region, one by one. */
export function detections(fault: Fault, seeds: readonly number[], outagesOfEach: number): Detection[] {
  const random = createRandom(1, 3);
  random.seek(FAULTS.indexOf(fault));
  const delays = new Map(HOURS.map((hours) => [hours, [] as number[]]));
  for (const seed of seeds) {
    const traffic = worldOf(fault.region, STARTS[seed % STARTS.length]!, seed, 15);
    for (let one = 0; one < outagesOfEach; one += 1) {
      const from = (HISTORY_DAYS + random.between(0, 13)) * SLOTS_OF_DAY + random.between(10 * 12, 22 * 12);
      for (const hours of HOURS) delays.get(hours)!.push(delayOf(traffic, fault, from, hours));
    }
  }
  return HOURS.map((hours) => {
    const all = delays.get(hours)!;
    const noticed = all.filter((minutes) => minutes >= 0).sort((a, b) => a - b);
    const at = (share: number) => noticed[Math.floor(noticed.length * share)] ?? Number.NaN;
    return {
      fault,
      hours,
      outages: all.length,
      noticed: noticed.length,
      median: at(0.5),
      ninetieth: at(0.9),
    };
  });
}

/** Minutes until any alarm of the method and merchant, or of all of them; -1 if there is none until two hours after. */
function delayOf(undisturbed: Traffic, fault: Fault, from: number, hours: number): number {
  const until = from + hours * 12;
  const traffic = withOutage(undisturbed, { ...fault, from, until });
  const concerns = ({
    measure,
    paymentMethod,
    merchantId,
  }: {
    measure: string;
    paymentMethod: string;
    merchantId: string;
  }) =>
    measure === fault.kind &&
    paymentMethod === fault.paymentMethod &&
    (fault.merchantId === undefined || merchantId === fault.merchantId);
  const raised = follow(traffic, from + 1, Math.min(until + 24, traffic.slots), ({ judgement }) =>
    concerns(judgement),
  );
  const last = raised.at(-1);
  return last !== undefined && concerns(last.judgement) ? (last.slot - from) * 5 : -1;
}

function worldOf(region: Region, start: string, seed: number, days: number): Traffic {
  const { zone, shops } = SHOPS[region];
  return simulateTraffic(zone, shops, { start, days: HISTORY_DAYS + days, seed });
}
