import { expect, it } from 'vitest';
import { compareShaped } from './compare-shaped.ts';

const MILLION = 1_000_000;
const LINES = Number(process.env['TEST_LINES'] ?? MILLION / 4);
const A_ROUND = MILLION / 8;

it(`${LINES} mutated lines are read by their shape as they are in full`, () => {
  for (let done = 0; done < LINES; done += A_ROUND) {
    const { differences, fast } = compareShaped(Math.min(A_ROUND, LINES - done), done + 7);
    expect(differences).toEqual([]);
    expect(fast).toBeGreaterThan(0);
  }
}, 0);
