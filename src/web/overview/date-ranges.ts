import type { ShownDate } from '../../books/shown/overview.ts';
import { addDays } from '../../normalise/local-date.ts';

/** Money of several dates in one currency, in minor units. */
export interface CurrencySums {
  /** null where the records have none. */
  readonly currency: string | null;
  /** Of the orders requested in it. */
  readonly requestedMinor: string;
  /** Of the payments in it, whatever the orders were requested in. */
  readonly paidMinor: string;
}

/** Orders of amount-mismatches.csv over several dates in one currency. */
export interface MismatchSums {
  readonly currency: string | null;
  readonly orders: number;
  /** Paid minus requested, in minor units. Null if none is known: of amounts that cannot be read, or in another currency. */
  readonly differenceMinor: string | null;
  /** Orders whose difference is not known, and in no sum. */
  readonly unknown: number;
}

export type RangeName = 'yesterday' | 'seven' | 'week' | 'all';

/** Dates that are summed. */
export interface DateRangeSums {
  readonly name: RangeName;
  /** yyyy-MM-dd, both included. */
  readonly from: string;
  readonly to: string;
  readonly money: readonly CurrencySums[];
  readonly mismatches: readonly MismatchSums[];
  /** Number of the dates that have a version. */
  readonly reported: number;
  /** Whether the rows of one of these versions were removed. */
  readonly isPurged: boolean;
}

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(date, -sinceMonday);
}

/**
 * Yesterday, the last 7 dates, the last whole week and all dates, with their sums.
 * @param dates those of the overview, the newest of them today's
 */
export function rangesOf(dates: readonly ShownDate[]): DateRangeSums[] {
  const today = dates.at(-1)!.date;
  const yesterday = addDays(today, -1);
  const monday = addDays(mondayOf(today), -7);
  return [
    sumsOf('yesterday', yesterday, yesterday, dates),
    sumsOf('seven', addDays(yesterday, -6), yesterday, dates),
    sumsOf('week', monday, addDays(monday, 6), dates),
    sumsOf('all', dates[0]!.date, today, dates),
  ];
}

function sumsOf(name: RangeName, from: string, to: string, dates: readonly ShownDate[]): DateRangeSums {
  const own = dates.filter(({ date }) => date >= from && date <= to);
  const versions = own.filter(({ version }) => version !== null);
  return {
    ...{ name, from, to },
    money: moneyOf(own),
    mismatches: mismatchesOf(own),
    reported: versions.length,
    isPurged: versions.some((one) => one.isPurged),
  };
}

/** Requested money by the currency of the order, and paid money by that of the payment. */
function moneyOf(dates: readonly ShownDate[]): CurrencySums[] {
  const requested = dates.flatMap(({ outcomes }) =>
    outcomes.map(({ currency, requestedMinor }) => ({ currency, requestedMinor, paidMinor: '0' })),
  );
  const paid = dates.flatMap((date) =>
    date.paid.map(({ currency, paidMinor }) => ({ currency, requestedMinor: '0', paidMinor })),
  );
  return byCurrency([...requested, ...paid]).map(([currency, own]) => ({
    currency,
    requestedMinor: total(own.map(({ requestedMinor }) => requestedMinor)),
    paidMinor: total(own.map(({ paidMinor }) => paidMinor)),
  }));
}

/** Orders paid with another amount or currency, by currency. */
function mismatchesOf(dates: readonly ShownDate[]): MismatchSums[] {
  const rows = dates.flatMap(({ differences }) => differences);
  return [...byCurrency(rows)].map(([currency, own]) => ({
    currency,
    orders: own.reduce((sum, { orders }) => sum + orders, 0),
    differenceMinor: totalOfKnown(own.map(({ differenceMinor }) => differenceMinor)),
    unknown: own.reduce((sum, { unknown }) => sum + unknown, 0),
  }));
}

function byCurrency<Row extends { readonly currency: string | null }>(
  rows: readonly Row[],
): Array<[string | null, Row[]]> {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) groups.set(row.currency, [...(groups.get(row.currency) ?? []), row]);
  return [...groups].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
}

function total(values: readonly string[]): string {
  return String(values.reduce((sum, value) => sum + BigInt(value), 0n));
}

function totalOfKnown(minors: ReadonlyArray<string | null>): string | null {
  const known = minors.filter((minor) => minor !== null);
  return known.length === 0 ? null : total(known);
}
