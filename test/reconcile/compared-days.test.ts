import { describe, expect, it } from 'vitest';
import { comparedDays } from '../../src/reconcile/checks.ts';

/** Offsets of a year and a half of days; each period has an hour more, from its first day until before its last. */
function offsets(...periods: ReadonlyArray<readonly [number, number]>): number[] {
  const hasMore = (day: number) => periods.some(([first, last]) => day >= first && day < last);
  return Array.from({ length: 540 }, (_, day) => (hasMore(day) ? 7_200 : 3_600));
}

/** Whether a program with the second rules is found out by a database with the first ones. */
function isFound(known: readonly number[], own: readonly number[]): boolean {
  return comparedDays(known).some((day) => known[day] !== own[day]);
}

describe('days on which the rules of a zone are compared', () => {
  it('show a summer time that begins or ends a day earlier or later', () => {
    for (let first = 20; first < 40; first += 1) {
      const known = offsets([first, first + 180]);
      expect(isFound(known, known)).toBe(false);
      for (const shift of [-1, 1]) {
        expect(isFound(known, offsets([first + shift, first + 180]))).toBe(true);
        expect(isFound(known, offsets([first, first + 180 + shift]))).toBe(true);
      }
    }
  });

  it('show a summer time that one of both does not know, and one that pauses for a month', () => {
    for (let first = 20; first < 40; first += 1) {
      expect(isFound(offsets(), offsets([first, first + 7]))).toBe(true);
      expect(isFound(offsets([first, first + 7]), offsets())).toBe(true);
      const paused = offsets([first, first + 90], [first + 120, first + 200]);
      expect(isFound(offsets([first, first + 200]), paused)).toBe(true);
      expect(isFound(paused, offsets([first, first + 200]))).toBe(true);
    }
  });

  it('are few', () => {
    expect(comparedDays(offsets([100, 280])).length).toBeLessThan(540 / 6);
  });
});
