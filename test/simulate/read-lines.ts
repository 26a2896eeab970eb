import { type DayOptions, dayLines, regionDay } from '../../src/simulate/day.ts';
import type { Order } from '../../src/simulate/order.ts';
import { REGIONS, type RegionCode } from '../../src/simulate/regions.ts';
import type { Scenario } from '../../src/simulate/scenario.ts';

export const DEMO_DAY: DayOptions = { date: '2026-11-19', seed: 1, orders: 3000 };

interface Money {
  readonly currency: string;
  readonly amount: number;
}

/** The members of a pay-in record that the tests look at. */
export interface PayInRecord {
  readonly sentAt: string;
  readonly request: {
    readonly headers: Record<string, string>;
    readonly body: Record<string, unknown> & {
      readonly orderNo: string;
      readonly merchant: { readonly merchantId: string };
      readonly money: Money;
      readonly payer?: { readonly pixAccount?: string };
      readonly paymentMethod: string;
    };
  };
  readonly response?: {
    readonly headers: Record<string, string>;
    readonly body: Record<string, unknown> & {
      readonly code: string;
      readonly channel: Record<string, unknown>;
    };
  };
}

/** The members of a callback record that the tests look at. */
export interface CallbackRecord {
  readonly receivedAt: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown> & {
    readonly orderNo: string;
    readonly tradeNo: string;
    readonly merchantId: string;
    readonly transactionTime: string;
    readonly status: string;
    readonly money: Money;
  };
  readonly ack: string;
  readonly verified: boolean;
}

/** The day's lines, parsed; lines that are not JSON are left out and counted. */
export function readDay(options: DayOptions): {
  payIns: (PayInRecord & { region: RegionCode })[];
  callbacks: (CallbackRecord & { region: RegionCode })[];
  broken: number;
} {
  const payIns: (PayInRecord & { region: RegionCode })[] = [];
  const callbacks: (CallbackRecord & { region: RegionCode })[] = [];
  let broken = 0;
  for (const { file, region, line } of dayLines(options)) {
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch {
      broken += 1;
      continue;
    }
    if (file === 'pay-ins') payIns.push({ ...(record as PayInRecord), region });
    else callbacks.push({ ...(record as CallbackRecord), region });
  }
  return { payIns, callbacks, broken };
}

/** Every order of the day with its scenario. */
export function ordersOf(options: DayOptions): { order: Order; scenario: Scenario; region: RegionCode }[] {
  return (['BR', 'EG'] as const).flatMap((region) => {
    const day = regionDay(options, region);
    return Array.from({ length: day.orders }, (_, index) => ({ ...day.order(index), region }));
  });
}

/** The local date of a text with an offset in the region's zone, by the rules of the running platform. */
export function localDate(text: string, region: RegionCode): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: REGIONS[region].zone }).format(new Date(text));
}
