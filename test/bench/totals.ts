import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATE } from './days.ts';

/** Orders and money of a date by region and outcome, currencies together: text of whole minor units. */
export type Totals = Readonly<Record<string, readonly [orders: number, requested: string, paid: string]>>;

export interface Total {
  readonly region: string;
  readonly outcome: string;
  readonly orders: number;
  readonly requested_minor: string;
  readonly paid_minor: string;
}

/** At most one in so many orders may have another outcome by a script than by the program. */
const OTHERWISE = 100;

/** What the newest reports of the date say, below the folder of reports. */
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

/** Totals in which two differ, one a line; empty if they say the same. */
export function differencesOf(one: Totals, other: Totals, who: string, they: string): string[] {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return keys.flatMap((key) => {
    const first = (one[key] ?? []).join(' ');
    const second = (other[key] ?? []).join(' ');
    return first === second ? [] : [`${key}: ${first || 'none'} by ${who}, ${second || 'none'} by ${they}`];
  });
}

/** Throws Error unless two that are asked the same questions say the same of everything. */
export function checkSame(one: Totals, other: Totals, who: string, they: string): void {
  const differences = differencesOf(one, other, who, they);
  if (differences.length > 0) throw new Error(`Not the same totals: ${differences.join('; ')}`);
}

/**
 * Throws Error unless the program and a script agree about each region: how many orders were requested and for how
 * much, and nearly all outcomes. The script attributes no callback by its tradeNo, tells no conflicting or repeated
 * records, and sums payments of an order whatever their currency; of 500 orders one has another outcome for that.
 */
export function checkRequested(ours: Totals, theirs: Totals, they: string): void {
  for (const region of ['BR', 'EG']) {
    const one = requestedOf(ours, region);
    const other = requestedOf(theirs, region);
    if (one.told !== other.told)
      throw new Error(`${region}: ${one.told} by the program, ${other.told} by ${they}`);
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    const moved = keys
      .filter((key) => isRequested(key, region))
      .reduce((sum, key) => sum + Math.abs((ours[key]?.[0] ?? 0) - (theirs[key]?.[0] ?? 0)) / 2, 0);
    if (moved > Math.max(3, one.orders / OTHERWISE))
      throw new Error(`${region}: ${moved} of ${one.orders} orders have another outcome by ${they}`);
  }
}

function requestedOf(totals: Totals, region: string): { orders: number; told: string } {
  const rows = Object.entries(totals).filter(([key]) => isRequested(key, region));
  const orders = rows.reduce((sum, [, [count]]) => sum + count, 0);
  const requested = rows.reduce((sum, [, [, minor]]) => sum + BigInt(minor), 0n);
  return { orders, told: `${orders} orders for ${requested} minor units` };
}

/** An orphan has no request, and which orders are orphans depends on what is attributed. */
function isRequested(key: string, region: string): boolean {
  return key.startsWith(`${region} `) && !key.endsWith(' ORPHAN');
}
