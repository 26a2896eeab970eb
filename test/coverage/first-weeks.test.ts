/** What is usual where the weeks before have no traffic to compare with: before the service began, or while it stood still. */
import { describe, expect, it } from 'vitest';
import { findGaps } from '../../src/coverage/find-gaps.ts';
import { SLOT_SECONDS, Tally } from '../../src/coverage/tally-records.ts';

const DAY = 86_400;
const HOUR = 3_600;
/** A Monday; the zone has no summer time. */
const BEGINS = Date.parse('2026-06-01T03:00:00Z') / 1000;
const ZONE = 'America/Sao_Paulo';

interface Traffic {
  readonly days: number;
  /** Stretches without records, in seconds from the beginning on. */
  readonly holes?: ReadonlyArray<readonly [from: number, to: number]>;
  /** Single records, in seconds from the beginning on. */
  readonly singles?: readonly number[];
}

/** The gaps of a pay-in each minute, in seconds from the beginning on. */
function gapsOf({ days, holes = [], singles = [] }: Traffic, from = Number.NEGATIVE_INFINITY) {
  const minutes = Array.from({ length: days * 1440 }, (_, minute) => minute * 60);
  const left = minutes.filter((second) => !holes.some(([first, last]) => second >= first && second < last));
  const seconds = [...singles, ...left].map((second) => BEGINS + second).toSorted((a, b) => a - b);
  const slots = [...Map.groupBy(seconds, (second) => Math.floor(second / SLOT_SECONDS) * SLOT_SECONDS)];
  const payIn = new Tally(
    slots.map(([at, own]) => ({ at, records: own.length, first: own[0]!, last: own.at(-1)! })),
  );
  const tallies = { 'pay-in': payIn, callback: new Tally([]), statement: new Tally([]) };
  const gaps = findGaps({ zone: ZONE, tallies }, BEGINS + from, () => [], 1_000_000);
  return gaps.map((gap) => [gap.from - BEGINS, gap.to - BEGINS, gap.expected]);
}

const HOLE = [3 * DAY + 12 * HOUR, 3 * DAY + 22 * HOUR] as const;
/** The hole some weeks later, and its gap, which begins with the last record before it. */
function laterHole(weeks: number) {
  const [from, to] = HOLE.map((second) => second + weeks * 7 * DAY) as [number, number];
  return { hole: [from, to] as const, gap: [from - 60, to, expect.closeTo(600, -1)] };
}
const { gap: GAP } = laterHole(0);

describe('a test order before the service began', () => {
  it.each([20, 33, 60, 300])('hides no gap of the first week, %i days before', (days) => {
    expect(gapsOf({ days: 7, holes: [HOLE] })).toEqual([GAP]);
    expect(gapsOf({ days: 7, holes: [HOLE], singles: [-days * DAY] })).toEqual([GAP]);
    expect(gapsOf({ days: 7, holes: [HOLE], singles: [-days * DAY, -days * DAY + HOUR] })).toEqual([GAP]);
  });

  it.each([1, 2, 3])('hides no gap of later weeks, after %i', (weeks) => {
    const { hole, gap } = laterHole(weeks);
    expect(gapsOf({ days: 35, holes: [hole], singles: [-40 * DAY] })).toEqual([gap]);
  });

  it('makes no gap of the time until the service begins', () => {
    for (const days of [1, 30, 300]) expect(gapsOf({ days: 14, singles: [-days * DAY] })).toEqual([]);
  });
});

describe('a pause', () => {
  it('of a week hides no gap of the weeks after it', () => {
    const pause = [35 * DAY, 42 * DAY] as const;
    for (const weeks of [1, 2, 3, 4]) {
      const { hole, gap } = laterHole(5 + weeks);
      expect(gapsOf({ days: 77, holes: [pause, hole] }, 43 * DAY)).toEqual([gap]);
    }
  });

  it('on each Sunday is no gap, once four weeks have shown it', () => {
    const sundays = Array.from(
      { length: 8 },
      (_, week) => [(week * 7 + 6) * DAY, (week * 7 + 7) * DAY] as const,
    );
    expect(gapsOf({ days: 56, holes: sundays }, 34 * DAY)).toEqual([]);
  });

  it('on each weekend is no gap either', () => {
    const weekends = Array.from(
      { length: 8 },
      (_, week) => [(week * 7 + 5) * DAY, (week * 7 + 7) * DAY] as const,
    );
    expect(gapsOf({ days: 56, holes: weekends }, 34 * DAY)).toEqual([]);
  });
});
