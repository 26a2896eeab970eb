import type { Phase } from '../../src/phases.ts';
import type { Sizes } from './options.ts';
import type { Taken } from './program.ts';
import type { By, Promised, RowName, What } from './promises.ts';

/** The measurements of one contestant's work in one round. */
export interface Measured extends Taken {
  readonly what: What;
  readonly by: By;
  readonly orders: number;
}

/** Medians over the rounds of the same work, and the highest memory of all rounds. */
export type Figures = Measured;

/** One row for each work and contestant, in the order of their first measurement. */
export function figuresOf(measured: readonly Measured[]): Figures[] {
  return [...Map.groupBy(measured, ({ what, by, orders }) => `${what} ${by} ${orders}`).values()].map(
    (rounds) => {
      const servers = rounds.flatMap(({ serverMegabytes }) => serverMegabytes ?? []);
      const logs = rounds.flatMap(({ logMegabytes }) => logMegabytes ?? []);
      return {
        ...rounds[0]!,
        seconds: median(rounds.map(({ seconds }) => seconds)),
        cpu: median(rounds.map(({ cpu }) => cpu)),
        busy: median(rounds.map(({ busy }) => busy)),
        megabytes: Math.max(...rounds.map(({ megabytes }) => megabytes)),
        serverMegabytes: servers.length === 0 ? undefined : Math.max(...servers),
        logMegabytes: logs.length === 0 ? undefined : median(logs),
        phases: mediansOf<Phase>(rounds.map(({ phases }) => phases)),
        parts: mediansOf<string>(rounds.map(({ parts }) => parts)) as Measured['parts'],
      };
    },
  );
}

/** Combines two consecutive processes into one work. */
export function together(what: What, first: Measured, second: Measured): Measured {
  const added = <Key extends string>(one: Partial<Record<Key, number>>, other: typeof one) => {
    const sums = { ...one };
    for (const [key, seconds] of Object.entries(other) as [Key, number][])
      sums[key] = (sums[key] ?? 0) + seconds;
    return sums;
  };
  const servers = [first, second].flatMap(({ serverMegabytes }) => serverMegabytes ?? []);
  return {
    ...first,
    what,
    seconds: first.seconds + second.seconds,
    cpu: first.cpu + second.cpu,
    busy: first.busy + second.busy,
    megabytes: Math.max(first.megabytes, second.megabytes),
    serverMegabytes: servers.length === 0 ? undefined : Math.max(...servers),
    logMegabytes:
      first.logMegabytes === undefined ? undefined : first.logMegabytes + (second.logMegabytes ?? 0),
    phases: added<Phase>(first.phases, second.phases),
    parts: added<string>(first.parts, second.parts) as Measured['parts'],
  };
}

/** The measured value of a promise; undefined if its work was not measured. */
export function measuredOf(
  { measure, of, against }: Promised,
  figures: readonly Figures[],
  sizes: Sizes,
): number | undefined {
  const measureOf = (name: RowName) => {
    const row = figures.find(
      ({ what, by, orders }) => what === name.what && by === name.by && orders === sizes[name.orders],
    );
    if (row === undefined) return undefined;
    if (measure === 'megabytes') return row.megabytes;
    if (measure === 'log megabytes') return row.logMegabytes;
    if (measure === 'milliseconds') return row.seconds * 1000;
    return measure === 'seconds' ? row.seconds : row.seconds / row.orders;
  };
  const value = measureOf(of);
  if (value === undefined || against === undefined) return value;
  const other = measureOf(against);
  return other === undefined ? undefined : value / other;
}

/** The least and the greatest measured value of a promise, one for each round; undefined if a round has none. */
export function spreadOf(
  promise: Promised,
  measured: readonly Measured[],
  sizes: Sizes,
): readonly [least: number, most: number] | undefined {
  const roundsOf = ({ what, by, orders }: RowName) =>
    measured.filter((one) => one.what === what && one.by === by && one.orders === sizes[orders]);
  const others = promise.against === undefined ? undefined : roundsOf(promise.against);
  const values = roundsOf(promise.of).map((one, index) =>
    measuredOf(promise, [one, ...(others?.slice(index, index + 1) ?? [])], sizes),
  );
  const all = values.filter((value) => value !== undefined);
  return all.length === 0 || all.length < values.length ? undefined : [Math.min(...all), Math.max(...all)];
}

export interface Ratio {
  readonly ofMedians: number;
  /** Of the rounds, each compared with the same round. */
  readonly least: number;
  readonly most: number;
}

/**
 * The time of a work compared with the same work of another contestant, or with its cold work if it has no such;
 * undefined if there is none.
 */
export function ratioOf(
  row: Figures,
  by: By,
  figures: readonly Figures[],
  measured: readonly Measured[],
): Ratio | undefined {
  if (row.by === by) return undefined;
  const others = figures.filter((one) => one.by === by && one.orders === row.orders);
  const other = others.find(({ what }) => what === row.what) ?? others.find(({ what }) => what === 'cold');
  if (other === undefined) return undefined;
  const roundsOf = ({ what, by, orders }: Figures) =>
    measured.filter((one) => one.what === what && one.by === by && one.orders === orders);
  const theirs = roundsOf(other);
  const ratios = roundsOf(row).flatMap(({ seconds }, round) => {
    const against = theirs[round];
    return against === undefined ? [] : [seconds / against.seconds];
  });
  return {
    ofMedians: row.seconds / other.seconds,
    least: Math.min(...ratios),
    most: Math.max(...ratios),
  };
}

function mediansOf<Key extends string>(
  rounds: readonly Partial<Record<Key, number>>[],
): Partial<Record<Key, number>> {
  const keys = [...new Set(rounds.flatMap((round) => Object.keys(round) as Key[]))];
  return Object.fromEntries(
    keys.map((key) => [key, median(rounds.map((round) => round[key] ?? 0))]),
  ) as Partial<Record<Key, number>>;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
