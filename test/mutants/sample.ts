import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutantsOfRule, mutantsOfSql } from './mutate-sql.ts';
import { SUITES } from './suites.ts';

/** A mutant of a file, by its path from the root. */
export interface Chosen {
  readonly file: string;
  readonly mutant: Mutant;
}

export interface Tried extends Chosen {
  /** The tests that failed; undefined for a survivor. */
  readonly killedBy: string | undefined;
}

/** Every mutant of the files that the suites name, below a root. */
export function allMutants(root: string): Chosen[] {
  return SUITES.flatMap(({ below }) =>
    readdirSync(join(root, below), { recursive: true, encoding: 'utf8' })
      .map((name) => `${below}${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.(sql|ts)$/.test(file))
      .sort()
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const mutants = file.endsWith('.sql') ? mutantsOfSql(text) : mutantsOfRule(text);
        return mutants.map((mutant) => ({ file, mutant }));
      }),
  );
}

/** So many of a list, chosen by a seed, in the order of the list; all of them if there are no more. */
export function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  if (count >= all.length) return [...all];
  const next = randoms(seed);
  const places = all.map((_one, index) => ({ index, key: next() }));
  places.sort((a, b) => a.key - b.key);
  const kept = new Set(places.slice(0, count).map(({ index }) => index));
  return all.filter((_one, index) => kept.has(index));
}

/** Numbers from 0 to 1 by a seed (mulberry32). */
function randoms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
