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
  /** Stretches of which people declared that there was nothing. */
  readonly empty?: ReadonlyArray<readonly [from: number, to: number]>;
  /** Stretches without records, in seconds from the beginning on. */
  readonly holes?: ReadonlyArray<readonly [from: number, to: number]>;
  /** Single records, in seconds from the beginning on. */
  readonly singles?: readonly number[];
}

/** The gaps of a pay-in each minute, in seconds from the beginning on. */
function gapsOf({ days, holes = [], singles = [], empty = [] }: Traffic, from = Number.NEGATIVE_INFINITY) {
  const minutes = Array.from({ length: days * 1440 }, (_, minute) => minute * 60);
  const left = minutes.filter((second) => !holes.some(([first, last]) => second >= first && second < last));
  const seconds = [...singles, ...left].map((second) => BEGINS + second).toSorted((a, b) => a - b);
  const slots = [...Map.groupBy(seconds, (second) => Math.floor(second / SLOT_SECONDS) * SLOT_SECONDS)];
  const payIn = new Tally(
    slots.map(([at, own]) => ({ at, records: own.length, first: own[0]!, last: own.at(-1)! })),
  );
  const tallies = { 'pay-in': payIn, callback: new Tally([]), statement: new Tally([]) };
  const declared = empty.map(([first, last]) => ({ from: BEGINS + first, to: BEGINS + last }));
  const gaps = findGaps({ zone: ZONE, tallies }, BEGINS + from, () => declared, 1_000_000);
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

describe('the traffic of a trial before the service began', () => {
  it('hides no gap, and is none itself', () => {
    const trial = Array.from({ length: 40 * 5 }, (_, index) => -40 * DAY + index * 17_000);
    expect(gapsOf({ days: 28, holes: [HOLE], singles: trial }, 0)).toEqual([GAP]);
  });
});

/** Every night of some days, from 22:00 to 08:00. */
const nights = (days: number) =>
  Array.from({ length: days }, (_, day) => [day * DAY + 22 * HOUR, (day + 1) * DAY + 8 * HOUR] as const);
const daysOff = (first: number, days: number) => [first * DAY, (first + days) * DAY] as const;

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

  it.each([14, 21])('of %i days makes no gap of the nights after it', (days) => {
    const holes = [...nights(91), daysOff(42, days)];
    expect(gapsOf({ days: 91, holes }, (42 + days) * DAY + 9 * HOUR)).toEqual([]);
  });

  it.each([2, 3, 4])('of 4 days in each week is none, of which %i are declared', (declared) => {
    const closed = Array.from({ length: 9 }, (_, week) => daysOff(week * 7 + 3, 4));
    const empty = [daysOff(8 * 7 + 3, declared)];
    expect(gapsOf({ days: 63, holes: closed, empty }, 56 * DAY)).toEqual([]);
  });

  it('on each weekend is no gap either', () => {
    const weekends = Array.from(
      { length: 8 },
      (_, week) => [(week * 7 + 5) * DAY, (week * 7 + 7) * DAY] as const,
    );
    expect(gapsOf({ days: 56, holes: weekends }, 34 * DAY)).toEqual([]);
  });
});
