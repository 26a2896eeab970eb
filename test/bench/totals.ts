import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATE } from './days.ts';

/** Orders and money of a date by region and outcome, all currencies together. Money is text in whole minor units. */
export type Totals = Readonly<Record<string, readonly [orders: number, requested: string, paid: string]>>;

export interface Total {
  readonly region: string;
  readonly outcome: string;
  readonly orders: number;
  readonly requested_minor: string;
  readonly paid_minor: string;
}

/** At most one in this many orders may have a different outcome in a script. */
const OTHERWISE = 100;

/** The totals in the newest reports of the date, below the folder of reports. */
export function publishedTotals(reports: string): Totals {
  return summed(
    ['BR', 'EG'].flatMap((region) => {
      const manifest = JSON.parse(
        readFileSync(join(reports, DATE, region, 'latest', 'manifest.json'), 'utf8'),
      );
      return (manifest.totals as Omit<Total, 'region'>[]).map((total) => ({ ...total, region }));
    }),
  );
}

export function summed(totals: readonly Total[]): Totals {
  const sums: Record<string, [number, string, string]> = {};
  for (const { region, outcome, orders, requested_minor, paid_minor } of totals) {
    const [before, requested, paid] = sums[`${region} ${outcome}`] ?? [0, '0', '0'];
    sums[`${region} ${outcome}`] = [
      before + orders,
      String(BigInt(requested) + BigInt(requested_minor)),
      String(BigInt(paid) + BigInt(paid_minor)),
    ];
  }
  return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The differences between two totals, one for each line; empty if they are equal. */
export function differencesOf(one: Totals, other: Totals, who: string, they: string): string[] {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return keys.flatMap((key) => {
    const first = (one[key] ?? []).join(' ');
    const second = (other[key] ?? []).join(' ');
    return first === second ? [] : [`${key}: ${first || 'none'} by ${who}, ${second || 'none'} by ${they}`];
  });
}

/** Throws Error if two totals that should be equal differ. */
export function checkSame(one: Totals, other: Totals, who: string, they: string): void {
  const differences = differencesOf(one, other, who, they);
  if (differences.length > 0) throw new Error(`Not the same totals: ${differences.join('; ')}`);
}

/**
 * Throws Error if the program and a script differ in the number or amount of requested orders in a region, or in more
 * than a few outcomes. The script does not match callbacks by tradeNo, does not detect conflicting or repeated records,
 * and sums an order's payments across currencies. For these reasons one in 500 orders has a different outcome.
 */
export function checkRequested(ours: Totals, theirs: Totals, they: string): void {
  for (const region of ['BR', 'EG']) {
    const one = requestedOf(ours, region);
    const other = requestedOf(theirs, region);
    if (one.text !== other.text)
      throw new Error(`${region}: ${one.text} by the program, ${other.text} by ${they}`);
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    const moved = keys
      .filter((key) => isRequested(key, region))
      .reduce((sum, key) => sum + Math.abs((ours[key]?.[0] ?? 0) - (theirs[key]?.[0] ?? 0)) / 2, 0);
    if (moved > Math.max(3, one.orders / OTHERWISE))
      throw new Error(`${region}: ${moved} of ${one.orders} orders have another outcome by ${they}`);
  }
}

function requestedOf(totals: Totals, region: string): { orders: number; text: string } {
  const rows = Object.entries(totals).filter(([key]) => isRequested(key, region));
  const orders = rows.reduce((sum, [, [count]]) => sum + count, 0);
  const requested = rows.reduce((sum, [, [, minor]]) => sum + BigInt(minor), 0n);
  return { orders, text: `${orders} orders for ${requested} minor units` };
}

/** Whether an order has a request. Orphans have none, and their number depends on the matching. */
function isRequested(key: string, region: string): boolean {
  return key.startsWith(`${region} `) && !key.endsWith(' ORPHAN');
}
