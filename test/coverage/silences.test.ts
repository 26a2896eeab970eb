/** Which silences are judged: every one of more than five minutes, wherever the clock has its slots. */
import { expect, it } from 'vitest';
import { findGaps } from '../../src/coverage/find-gaps.ts';
import { SLOT_SECONDS, type SlotCount, Tally } from '../../src/coverage/tally-records.ts';

const BEGINS = Date.parse('2026-11-19T08:00:00Z') / 1000;
const ENDS = BEGINS + 6 * 3600;
const MIDDLE = BEGINS + 3 * 3600;

/** The slots of records at these seconds. */
function slotsOf(seconds: readonly number[]): SlotCount[] {
  const slots = Map.groupBy(seconds, (second) => Math.floor(second / SLOT_SECONDS) * SLOT_SECONDS);
  return [...slots].map(([at, own]) => ({ at, records: own.length, first: own[0]!, last: own.at(-1)! }));
}

function gapsOf(seconds: readonly number[]) {
  const tallies = {
    'pay-in': new Tally(slotsOf(seconds)),
    callback: new Tally([]),
    statement: new Tally([]),
  };
  const gaps = findGaps({ zone: 'Africa/Cairo', tallies }, BEGINS, () => [], 1_000_000);
  return gaps.map(({ from, to }) => [from - MIDDLE, to - MIDDLE]);
}

/** A record every so many seconds. */
const every = (seconds: number) =>
  Array.from({ length: (ENDS - BEGINS) / seconds }, (_, index) => BEGINS + index * seconds);

it.each([0, 60, 100, 150, 200, 240, 299])(
  'a silence of seven minutes in dense traffic is a gap, also from %i seconds after a slot begins',
  (offset) => {
    const from = MIDDLE + offset;
    const records = every(2).filter((second) => second <= from || second >= from + 420);
    expect(gapsOf(records)).toEqual([[from - (from % 2) - MIDDLE, from + 420 + (from % 2) - MIDDLE]]);
  },
);

it('a silence of five minutes is too short', () => {
  expect(gapsOf(every(2).filter((second) => second <= MIDDLE || second >= MIDDLE + 300))).toEqual([]);
});

it.each([
  [1, 'are inside one gap', [[-30, 3630]]],
  [2, 'are inside one gap', [[-30, 3630]]],
  [
    3,
    'end a gap',
    [
      [-30, 1800],
      [1800, 3630],
    ],
  ],
  [
    50,
    'end a gap',
    [
      [-30, 1800],
      [1800, 3630],
    ],
  ],
])('%i records of one second in the middle of a silence %s', (records, _, gaps) => {
  const around = every(30).filter((second) => second < MIDDLE || second > MIDDLE + 3600);
  const middle = Array.from({ length: records }, () => MIDDLE + 1800);
  expect(gapsOf([...around, ...middle].toSorted((a, b) => a - b))).toEqual(gaps);
});

it('records that come in batches of one second are no silence as a whole', () => {
  const batches = every(640).flatMap((second) => Array.from({ length: 18 }, () => second));
  expect(gapsOf(batches)).toEqual([]);
});
