import { SLOTS } from './stretches.ts';

/**
 * The counts of a group, one for each slot of each week. By the receipt of a paid callback: `payments`; of these, those
 * with a known completion (`timed`) and those received late (`late`); those with a known request (`compared`) and those
 * of another amount or currency (`mismatched`). By the time of the request: orders (`requested`) and those paid by now
 * (`paid`); orders past their deadline (`due`) and those paid by now (`met`).
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

/** Counts by week and slot. The index of week w and slot s is w * SLOTS + s. */
export type Counts = Int32Array;

/** A payment method and a merchant; `all` means every one. */
export interface Group {
  readonly paymentMethod: string;
  readonly merchantId: string;
  readonly lines: Readonly<Record<Line, Counts>>;
}

export function emptyGroup(paymentMethod: string, merchantId: string, weeks: number): Group {
  const lines = LINES.map((line) => [line, new Int32Array((weeks + 1) * SLOTS)]);
  return { paymentMethod, merchantId, lines: Object.fromEntries(lines) };
}

/** Adds the counts of several groups. */
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

/** The sum of a week's slots from `first` up to but not including `end`. */
export function sumOf(counts: Counts, week: number, first: number, end: number): number {
  let sum = 0;
  for (let slot = first; slot < end; slot += 1) sum += counts[week * SLOTS + slot]!;
  return sum;
}

/** The number of weeks before in which the group existed, that is, back to the oldest with any count. */
export function weeksOf(counts: Counts): number {
  let last = counts.length - 1;
  while (last >= 0 && counts[last] === 0) last -= 1;
  return Math.max(0, Math.floor(last / SLOTS));
}
