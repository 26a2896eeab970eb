import { SLOTS } from './stretches.ts';

/**
 * What is counted of a group, in each slot of each week. Orders by when a callback of paid status was received (payments);
 * of these, those whose completion is known (timed), those received late, those whose request is known (compared), those of
 * another amount or currency (mismatched). Orders by when they were requested, and those of them paid by now. Orders whose
 * deadline is over (due) by when they were requested, and those of them paid by now (met).
 */
export const LINES = [
  'payments',
  'timed',
  'late',
  'compared',
  'mismatched',
  'requested',
  'paid',
  'due',
  'met',
] as const;

export type Line = (typeof LINES)[number];

/** Counts by week and slot: that of week w and slot s is at w * SLOTS + s. */
export type Counts = Int32Array;

/** Payments by one method at one merchant; `all` for those of all. */
export interface Group {
  readonly paymentMethod: string;
  readonly merchantId: string;
  readonly lines: Readonly<Record<Line, Counts>>;
}

export function emptyGroup(paymentMethod: string, merchantId: string, weeks: number): Group {
  const lines = LINES.map((line) => [line, new Int32Array((weeks + 1) * SLOTS)]);
  return { paymentMethod, merchantId, lines: Object.fromEntries(lines) };
}

/** The counts of several groups together. */
export function together(
  groups: readonly Group[],
  paymentMethod: string,
  merchantId: string,
  weeks: number,
): Group {
  const sum = emptyGroup(paymentMethod, merchantId, weeks);
  for (const { lines } of groups) {
    for (const line of LINES) {
      const into = sum.lines[line];
      lines[line].forEach((count, at) => {
        into[at]! += count;
      });
    }
  }
  return sum;
}

/** How many of a week's slots from `first` up to, but without, `end`. */
export function sumOf(counts: Counts, week: number, first: number, end: number): number {
  let sum = 0;
  for (let slot = first; slot < end; slot += 1) sum += counts[week * SLOTS + slot]!;
  return sum;
}

/** How many weeks before there are: what is older than the oldest with any count is before the group was there. */
export function weeksOf(counts: Counts): number {
  let last = counts.length - 1;
  while (last >= 0 && counts[last] === 0) last -= 1;
  return Math.max(0, Math.floor(last / SLOTS));
}
