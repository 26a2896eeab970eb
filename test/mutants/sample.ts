import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../src/simulate/random.ts';
import { type Mutant, mutantsOfRule, mutantsOfSql } from './mutate-sql.ts';
import { SUITES, type Suite, suiteOf } from './suites.ts';

/** A mutant of a file, by its path from the root. */
export interface Chosen {
  readonly file: string;
  readonly mutant: Mutant;
  /** How many stages it has survived already. */
  readonly passed?: number;
}

export interface Tried extends Chosen {
  /** The tests that failed; undefined for a survivor. */
  readonly killedBy?: string | undefined;
  /** How many stages it has survived. */
  readonly passed: number;
  /** Whether there are no more. */
  readonly isLast: boolean;
  readonly seconds?: number;
}

/** Every mutant of the files that the suites name, below a root. */
export function allMutants(root: string): Chosen[] {
  return SUITES.flatMap((suite) =>
    filesOf(root, suite).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const mutants = file.endsWith('.sql') ? mutantsOfSql(text) : mutantsOfRule(text);
      return mutants.map((mutant) => ({ file, mutant }));
    }),
  );
}

/** Those below a suite's folder that no suite before names, or the one that it names. */
function filesOf(root: string, suite: Suite): string[] {
  const { below } = suite;
  if (!below.endsWith('/')) return [below];
  return readdirSync(join(root, below), { recursive: true, encoding: 'utf8' })
    .map((name) => `${below}${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(sql|ts)$/.test(file) && suiteOf(file) === suite)
    .sort();
}

/** So many of a list, chosen by a seed, in the order of the list; all of them if there are no more. */
export function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  if (count >= all.length) return [...all];
  const random = createRandom(seed, 1);
  random.seek(0);
  const places = all.map((_one, index) => ({ index, key: random.unit() }));
  places.sort((a, b) => a.key - b.key);
  const kept = new Set(places.slice(0, count).map(({ index }) => index));
  return all.filter((_one, index) => kept.has(index));
}
