import type { Session } from '../../database/store.ts';
import { newestVersion } from '../../export/publish/versions.ts';
import { finalDates, refusePurged } from '../periods/final-dates.ts';
import { formerRegions } from '../run/chosen-regions.ts';
import { type AskedDates, regionsAsked } from '../run/given-dates.ts';
import { type PaidTotal, paidTotals } from './paid-totals.ts';

/** Selects the payments to sum. */
export interface WantedTotal extends AskedDates {
  /** Names of regions, `''` for orders without one; if absent, every region that was ever reported. */
  readonly regions: readonly string[];
  /** Whether to include regions that only older settings name. */
  readonly withFormer: boolean;
  /** Only payments of these merchants; all if absent. */
  readonly merchants?: readonly string[] | undefined;
  /** As written in the log. */
  readonly paymentMethod?: string | undefined;
}

/** A sum and the version whose payments-summary.csv contains it; null for a date that is not published yet. */
export interface DayTotal extends PaidTotal {
  readonly version: number | null;
}

/** The sums of one currency. An order that was paid on two dates counts on both. */
export type CurrencyTotal = Pick<
  PaidTotal,
  'currency' | 'orders' | 'payments' | 'paidMinor' | 'refundedMinor' | 'unreadable'
>;

/** What became known of closed dates after their final versions, so that it is in adjustments and in no sum; signed. */
export type AdjustedTotal = Pick<PaidTotal, 'currency' | 'payments' | 'paidMinor'>;

export interface Total {
  /** As-of of the newest run, as PostgreSQL writes it in UTC; null before the first. */
  readonly asOf: string | null;
  readonly dates: readonly string[];
  /** Dates on which no region has a version yet. Orders of later runs may be missing from them. */
  readonly notPublished: readonly string[];
  readonly days: readonly DayTotal[];
  readonly currencies: readonly CurrencyTotal[];
  /** One for each currency that differs. */
  readonly adjusted: readonly AdjustedTotal[];
}

/**
 * Sums payments by the date on which they were made. It uses the newest version of each date and region, so the sums
 * equal those in its payments-summary.csv. For dates without a version it uses the newest run.
 * @throws Fault VERSION_PURGED if the results of a date were purged
 */
export async function totalPaid(session: Session, request: WantedTotal): Promise<Total> {
  const { dates, merchants, paymentMethod } = request;
  const newest = await session.db
    .selectFrom('runs')
    .select(['run_id', 'as_of'])
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) {
    return { asOf: null, dates, notPublished: dates, days: [], currencies: [], adjusted: [] };
  }
  const final = await finalDates(session);
  const former = request.withFormer ? await formerRegions(session, dates, request.regions) : [];
  const days: DayTotal[] = [];
  const since: PaidTotal[] = [];
  const published = new Set<string>();
  for (const date of dates) {
    for (const region of regionsAsked(request, date, [...request.regions, ...former])) {
      refusePurged(final, date, region);
      const version = await newestVersion(session, { date, region });
      if (version !== undefined) published.add(date);
      const run = version?.run_id ?? newest.run_id;
      const totals = await paidTotals(session, { date, region, run, merchants, paymentMethod });
      if (version !== undefined && final.isFinal(date, region)) {
        const scope = { date, region, run: newest.run_id, merchants, paymentMethod };
        since.push(...(await paidTotals(session, scope)), ...totals.map(negated));
      }
      days.push(...totals.map((total) => ({ ...total, version: version?.version ?? null })));
    }
  }
  const notPublished = dates.filter((date) => !published.has(date));
  return {
    ...{ asOf: newest.as_of, dates, notPublished, days, currencies: sumsByCurrency(days) },
    adjusted: adjustedBy(since),
  };
}

function negated(total: PaidTotal): PaidTotal {
  return { ...total, payments: -total.payments, paidMinor: String(-BigInt(total.paidMinor)) };
}

function adjustedBy(since: readonly PaidTotal[]): AdjustedTotal[] {
  return sumsByCurrency(since)
    .map(({ currency, payments, paidMinor }) => ({ currency, payments, paidMinor }))
    .filter(({ payments, paidMinor }) => payments !== 0 || paidMinor !== '0');
}

/**
 * Adds up each currency. Money without a currency has its own sum; payments without a readable amount are only counted.
 */
function sumsByCurrency(days: readonly PaidTotal[]): CurrencyTotal[] {
  const currencies = [...new Set(days.map(({ currency }) => currency))].sort((a, b) =>
    (a ?? '') < (b ?? '') ? -1 : 1,
  );
  return currencies.map((currency) => {
    const own = days.filter((day) => day.currency === currency);
    const count = (field: 'orders' | 'payments' | 'unreadable') =>
      own.reduce((sum, day) => sum + day[field], 0);
    const money = (field: 'paidMinor' | 'refundedMinor') =>
      String(own.reduce((sum, day) => sum + BigInt(day[field]), 0n));
    return {
      currency,
      orders: count('orders'),
      payments: count('payments'),
      paidMinor: money('paidMinor'),
      refundedMinor: money('refundedMinor'),
      unreadable: count('unreadable'),
    };
  });
}
