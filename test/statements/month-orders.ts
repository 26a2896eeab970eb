import { datesBetween } from '../../src/books/run/given-dates.ts';
import type { ZoneDay } from '../../src/simulate/calendar.ts';
import { regionDay } from '../../src/simulate/day.ts';
import type { Callback, Order, Scene } from '../../src/simulate/order.ts';
import { createRandom, type Random } from '../../src/simulate/random.ts';
import { SCENARIOS } from '../../src/simulate/scenarios.ts';

/** The month that is closed. A day before and after it, with orders too, are its cut-offs. */
export const FIRST = '2026-11-01';
export const LAST = '2026-11-30';
const DATES = datesBetween('2026-10-31', '2026-12-01');
const ORDERS_PER_DATE = 12;
const EIGHT_DAYS = 8 * 86_400;

/** What is wrong, or unusual, with an order, and the findings that name it once everything was read. */
interface Plan {
  readonly fault: string;
  readonly count: number;
  readonly findings: readonly string[];
  /** The simulator's scenario of this name is applied. */
  readonly scenario?: string;
  /** Business dates of such orders; default all of the month. */
  readonly from?: string;
  readonly to?: string;
}

/** The first date on which an unpaid order is still open at the end, not expired. */
const STILL_OPEN = '2026-11-28';
/** Up to here there is time for a refund, a correction or a late callback within the month. */
const EARLY = '2026-11-20';

const PLANS: readonly Plan[] = [
  { fault: 'lost-callback', count: 1, findings: ['PAID_IN_STATEMENT_ONLY'], from: STILL_OPEN },
  { fault: 'lost-callback', count: 2, findings: ['PAID_IN_STATEMENT_ONLY'], to: EARLY },
  { fault: 'late-callback', count: 2, findings: ['LATE_CALLBACK'], to: EARLY },
  { fault: 'not-stated', count: 2, findings: ['NOT_IN_STATEMENT'] },
  { fault: 'other-amount', count: 3, findings: ['STATEMENT_AMOUNT_MISMATCH'] },
  { fault: 'stated-failed', count: 2, findings: ['NOT_IN_STATEMENT', 'STATEMENT_STATUS_MISMATCH'] },
  { fault: 'stated-twice', count: 2, findings: ['STATEMENT_DUPLICATE'] },
  { fault: 'wrong-fee', count: 3, findings: ['FEE_MISMATCH'] },
  { fault: 'wrong-net', count: 2, findings: ['NET_MISMATCH'] },
  { fault: 'refunded', count: 3, findings: [], to: EARLY },
  { fault: 'refunded-in-part', count: 2, findings: [], to: EARLY },
  { fault: 'charged-back', count: 2, findings: [], to: EARLY },
  { fault: 'refunded-too-much', count: 2, findings: ['REFUND_EXCEEDS_PAYMENT'], to: EARLY },
  { fault: 'corrected-row', count: 3, findings: [], to: EARLY },
  { fault: 'overpaid', count: 3, findings: ['AMOUNT_MISMATCH'], scenario: 'overpaid', to: EARLY },
  { fault: 'underpaid', count: 2, findings: ['AMOUNT_MISMATCH'], scenario: 'underpaid' },
  {
    ...{ fault: 'paid-twice', count: 2, scenario: 'two-payments', to: EARLY },
    findings: ['AMOUNT_MISMATCH', 'MULTIPLE_PAYMENTS', 'TRADE_NO_MISMATCH'],
  },
  {
    ...{ fault: 'paid-after-rejection', count: 2, scenario: 'paid-after-rejection', to: EARLY },
    findings: ['PAID_AFTER_REJECTION'],
  },
  { fault: 'rejected', count: 2, findings: [], scenario: 'rejected' },
  { fault: 'orphan', count: 2, findings: ['ORPHAN_CALLBACK'], scenario: 'orphan' },
];

/** A payment as it was really made, whatever the logs and the statement say. */
export interface Payment {
  readonly tradeNo: string;
  readonly minor: number;
  /** Epoch seconds. */
  readonly at: number;
}

export interface MonthOrder {
  readonly date: string;
  readonly day: ZoneDay;
  readonly order: Order;
  readonly payments: readonly Payment[];
  /** Callbacks that never came within the month. */
  readonly lost: readonly Callback[];
  /** `none` if the order is as it should be. */
  readonly fault: string;
  /** Number of the order among those with the same fault, from 0. */
  readonly nth: number;
  readonly findings: readonly string[];
}

interface Drawn {
  readonly date: string;
  readonly order: Order;
  readonly scene: Scene;
  readonly isPlain: boolean;
}

/** The orders of the month and of the days beside it, each fault planted in some of them. The same seed, the same. */
export function monthOrders(seed: number): MonthOrder[] {
  const random = createRandom(seed, 50);
  random.seek(0);
  const drawn = DATES.flatMap((date, index) => ordersOf(date, seed * 1000 + index));
  const planted = new Map<Drawn, { plan: Plan; nth: number }>();
  const counts = new Map<string, number>();
  const inMonth = shuffled(drawn, random).filter(
    ({ date, isPlain }) => isPlain && date >= FIRST && date <= LAST,
  );
  for (const plan of PLANS) {
    const fitting = inMonth.filter(
      (one) => !planted.has(one) && one.date >= (plan.from ?? FIRST) && one.date <= (plan.to ?? LAST),
    );
    for (const one of fitting.slice(0, plan.count)) {
      const nth = counts.get(plan.fault) ?? 0;
      counts.set(plan.fault, nth + 1);
      planted.set(one, { plan, nth });
    }
  }
  return drawn.map((one) => withFault(one, planted.get(one)));
}

/** One date's orders: paid, or never paid. The last of the days at the month's ends is paid after midnight. */
function ordersOf(date: string, seed: number): Drawn[] {
  const simulated = regionDay(
    { date, seed, orders: ORDERS_PER_DATE, share: { BR: 1, EG: 0 }, scenarios: 'clean' },
    'BR',
  );
  return Array.from({ length: simulated.orders }, (_, index) => {
    const { order, scenario } = simulated.order(index);
    const isLast = index === simulated.orders - 1 && ['2026-10-31', LAST].includes(date);
    const { scene } = simulated;
    if (isLast) applyScenario('paid-next-day', order, scene);
    return { date, order, scene, isPlain: scenario.name === 'paid' && !isLast };
  });
}

function withFault(
  { date, order, scene }: Drawn,
  planted: { plan: Plan; nth: number } | undefined,
): MonthOrder {
  const plan = planted?.plan;
  if (plan?.scenario !== undefined) applyScenario(plan.scenario, order, scene);
  const paid = order.callbacks.filter(({ status }) => status === 'SUCCESS');
  const payments = paid.map(({ tradeNo, amountText, completedAt }) => {
    return { tradeNo, minor: Number(amountText), at: completedAt };
  });
  if (plan?.fault === 'late-callback') for (const callback of paid) callback.receivedAt += EIGHT_DAYS;
  const isLost = plan?.fault === 'lost-callback';
  if (isLost) order.callbacks = [];
  return {
    ...{ date, day: scene.day, order, payments, lost: isLost ? paid : [] },
    ...{ fault: plan?.fault ?? 'none', nth: planted?.nth ?? 0, findings: plan?.findings ?? [] },
  };
}

function applyScenario(name: string, order: Order, scene: Scene): void {
  // An order that was never paid has no callback; what is applied here begins with one that was.
  if (order.callbacks.length === 0) return;
  SCENARIOS.find((scenario) => scenario.name === name)!.apply(order, scene);
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  for (let end = left.length - 1; end > 0; end -= 1) {
    const other = random.between(0, end);
    [left[end], left[other]] = [left[other]!, left[end]!];
  }
  return left;
}
