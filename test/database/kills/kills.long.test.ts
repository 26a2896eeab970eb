/**
 * The embedded store under kill -9 at random moments of its opening and its work: whatever it leaves, the next command
 * opens the store without a person, and what was committed is in it. `npm run kills` does it a thousand times.
 */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createRandom, type Random } from '../../../src/simulate/random.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { drawDeath, type Found, type Life, live, STATES, type State } from './lives.ts';

const KILLS = Number(process.env['TEST_KILLS'] ?? 12);
const SEED = Number(process.env['TEST_SEED'] ?? 20261119);
const MOST_IN_A_ROW = 10;
const KILL_MILLISECONDS = 60_000;

/** What the lives of a store have committed so far. */
class Committed {
  readonly #read = new Set<string>();
  #decided = 0;

  /** What a life finds is all of it; the last life may have committed one thing that it could not say any more. */
  check({ entries, sources, broken }: Found): void {
    expect(broken).toBeUndefined();
    expect([this.#decided, this.#decided + 1]).toContain(entries);
    expect(sources).toEqual(expect.arrayContaining([...this.#read]));
    expect(sources.length).toBeLessThanOrEqual(this.#read.size + 1);
    for (const name of sources) this.#read.add(name);
    this.#decided = entries;
  }

  add({ read, decided }: Life): void {
    for (const name of read) this.#read.add(name);
    for (const entry of decided) this.#decided = entry;
  }
}

it(
  `an embedded store killed ${KILLS} times (seed ${SEED}) never needs a person`,
  async () => {
    const random = createRandom(SEED, 1);
    random.seek(0);
    const tally: Record<string, number> = {};
    for (let killed = 0; killed < KILLS; ) {
      const state = STATES[random.chance(0.6) ? 2 : random.between(0, 1)]!;
      killed += await outlive(random, state, Math.min(KILLS - killed, MOST_IN_A_ROW), tally);
      if (process.env['TEST_KILLS'] !== undefined) console.log(killed, JSON.stringify(tally));
    }
  },
  Math.max(KILLS, 60) * KILL_MILLISECONDS,
);

/** A store that is killed up to so many times in a row, and then lives to the end. @returns how many kills there were */
async function outlive(
  random: Random,
  state: State,
  most: number,
  tally: Record<string, number>,
): Promise<number> {
  const folder = temporaryFolder();
  const { empty, migrated } = inject('templates').embedded;
  if (state !== 'new')
    cpSync(state === 'migrated' ? migrated : empty, join(folder, 'data'), { recursive: true });
  const committed = new Committed();
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  const rounds = random.between(1, most);
  let killed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const death = drawDeath(random, round === 1 ? state : 'migrated');
    const words = [String(round), ...(random.chance(0.3) ? ['publishing'] : [])];
    const life = await live(folder, words, death);
    const told = `seed ${SEED}, ${state}, life ${round} ${JSON.stringify(death)}, in ${folder}: ${life.stderr}`;
    if (life.found !== undefined) committed.check(life.found);
    committed.add(life);
    if (life.signal !== null) {
      killed += 1;
      count(`${round === 1 ? state : 'recovering'}: ${life.found === undefined ? 'opening' : 'at work'}`);
    } else if (death.environment['KILL_WHOM'] === 'child' && life.code !== 0) {
      expect(life.stderr, told).toContain('Run the same command again');
      killed += 1;
      count('new: laying out, alone');
    } else {
      expect(life.code, told).toBe(0);
      count('came to its end');
    }
  }
  const last = await live(folder, [String(rounds + 1), 'publishing']);
  expect(last.code, `seed ${SEED}, ${state}, last life in ${folder}: ${last.stderr}`).toBe(0);
  committed.check(last.found!);
  expect(last.off).toEqual([]);
  expect(readdirSync(join(folder, 'data'))).toEqual(['database']);
  count('chains');
  return killed;
}
