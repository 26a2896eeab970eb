import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AS_OF, DATE, type Day, LATER } from './days.ts';
import type { Place } from './engines.ts';
import type { Measured } from './figures.ts';
import { runProgram, runScript } from './program.ts';

/** Orders and money of the date by region and outcome, currencies together: text of whole minor units. */
export type Totals = Readonly<Record<string, readonly [orders: number, requested: string, paid: string]>>;

export interface LateResult {
  readonly measured: readonly Measured[];
  /** What both said of the date, to see that they speak of the same thing. */
  readonly ours: Totals;
  readonly duckdb: Totals;
}

interface Total {
  readonly region: string;
  readonly outcome: string;
  readonly orders: number;
  readonly requested_minor: string;
  readonly paid_minor: string;
}

/**
 * Callbacks that come late into a date that is published, ingested, reconciled and published again by one command;
 * the same command once more, without news; and DuckDB redoing the day from all its files.
 * @param place of a store that holds the day, reconciled as of {@link AS_OF} into its `reports`
 */
export function measureLate(day: Day, late: string, orders: number, place: Place, threads = 2): LateResult {
  const { work, environment = {} } = place;
  const out = join(work, 'reports');
  const words = ['reconcile', '--date', DATE, '--as-of', LATER, '--in', late, '--out', out];
  const run = (phase: string): Measured => ({
    what: 'late callbacks',
    orders,
    phase,
    ...runProgram(work, words, environment),
  });
  const measured = [run('late'), run('late again')];
  const script = runScript(work, 'duckdb.ts', [
    JSON.stringify({
      payIns: day.payIns,
      callbacks: [...day.callbacks, late],
      out: join(work, 'duckdb'),
      date: DATE,
      asOf: LATER,
      threads,
    }),
  ]);
  measured.push({ what: 'late callbacks', orders, phase: 'duckdb', ...script.taken });
  return { measured, ours: ourTotals(out), duckdb: summed(JSON.parse(script.printed)) };
}

/** Phases, and what each is held against. */
export const LATE_AGAINST = { late: 'duckdb', 'late again': 'duckdb' };

function ourTotals(out: string): Totals {
  return summed(
    ['BR', 'EG'].flatMap((region) => {
      const manifest = JSON.parse(readFileSync(join(out, DATE, region, 'latest', 'manifest.json'), 'utf8'));
      return (manifest.totals as Omit<Total, 'region'>[]).map((total) => ({ ...total, region }));
    }),
  );
}

function summed(totals: readonly Total[]): Totals {
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

/**
 * What both must know of a region: how many orders were requested, for how much. Throws Error where they differ.
 * Outcomes they may tell otherwise: the script attributes no callback by its tradeNo, tells no conflicting or
 * repeated records, and sums payments of an order whatever their currency.
 */
export function checkTotals({ ours, duckdb }: LateResult): void {
  for (const region of ['BR', 'EG']) {
    const one = requestedOf(ours, region);
    const other = requestedOf(duckdb, region);
    if (one !== other) throw new Error(`${region}: ${one} here, ${other} by DuckDB`);
  }
}

function requestedOf(totals: Totals, region: string): string {
  const rows = Object.entries(totals).filter(
    ([key]) => key.startsWith(`${region} `) && !key.endsWith(' ORPHAN'),
  );
  const orders = rows.reduce((sum, [, [count]]) => sum + count, 0);
  const requested = rows.reduce((sum, [, [, minor]]) => sum + BigInt(minor), 0n);
  return `${orders} orders for ${requested} minor units`;
}

/** The totals in which the two differ, one a line; empty if they say the same. */
export function differencesOf({ ours, duckdb }: LateResult): string[] {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(duckdb)])].sort();
  return keys.flatMap((key) => {
    const one = (ours[key] ?? []).join(' ');
    const other = (duckdb[key] ?? []).join(' ');
    return one === other ? [] : [`${key}: ${one || 'none'} here, ${other || 'none'} by DuckDB`];
  });
}
