import { expect, it } from 'vitest';
import { formatInstant } from '../../../src/normalise/instant.ts';
import { comparableStretches, SLOT_SECONDS, SLOTS } from '../../../src/operations/watch/stretches.ts';
import { instant } from '../../export/books.ts';

/** The stretches of one week, as times of UTC: first slot, from, to. */
function stretchesOf(at: string, zone: string, week: number, weeks = week): string[] {
  return comparableStretches(instant(at), zone, weeks)
    .filter((one) => one.week === week)
    .map(
      ({ firstSlot, from, to }) =>
        `${firstSlot}: ${formatInstant(from).slice(0, 16)} to ${formatInstant(to).slice(0, 16)}`,
    );
}

it.each(['America/Sao_Paulo', 'Africa/Cairo', 'UTC'])(
  'hours of %s without a change of the clock are those of a week before',
  (zone) => {
    expect(stretchesOf('2026-11-20T14:00:00Z', zone, 0)).toEqual(['0: 2026-11-20 08:00 to 2026-11-20 14:00']);
    expect(stretchesOf('2026-11-20T14:00:00Z', zone, 1)).toEqual(['0: 2026-11-13 08:00 to 2026-11-13 14:00']);
  },
);

it('after the clock of Cairo is put forward, noon is compared with noon by the clock', () => {
  // 12:00 of summer time is 09:00Z; a week before it was 10:00Z.
  expect(stretchesOf('2026-04-28T09:00:00Z', 'Africa/Cairo', 1)).toEqual([
    '0: 2026-04-21 04:00 to 2026-04-21 10:00',
  ]);
});

it('after it is put back, too', () => {
  expect(stretchesOf('2026-11-03T10:00:00Z', 'Africa/Cairo', 1)).toEqual([
    '0: 2026-10-27 03:00 to 2026-10-27 09:00',
  ]);
});

it('the hour that is skipped on 2026-04-24 is not compared: before it is compared with before, after with after', () => {
  // 02:00 of summer time; midnight to one did not exist.
  expect(stretchesOf('2026-04-23T23:00:00Z', 'Africa/Cairo', 1)).toEqual([
    '0: 2026-04-16 23:00 to 2026-04-17 00:00',
    '12: 2026-04-16 17:00 to 2026-04-16 22:00',
  ]);
});

it('the hour that is repeated on 2026-10-29 is compared twice', () => {
  // Midnight of winter time, and 23:00 to midnight occurred twice.
  expect(stretchesOf('2026-10-29T22:00:00Z', 'Africa/Cairo', 1)).toEqual([
    '0: 2026-10-22 20:00 to 2026-10-22 21:00',
    '12: 2026-10-22 16:00 to 2026-10-22 21:00',
  ]);
});

it('a week after, it is compared with its second turn', () => {
  expect(stretchesOf('2026-11-05T22:00:00Z', 'Africa/Cairo', 1)).toEqual([
    '0: 2026-10-29 21:00 to 2026-10-29 22:00',
    '12: 2026-10-29 15:00 to 2026-10-29 20:00',
  ]);
});

it('every week has every slot once, of five minutes each, and as long to be paid in as today', () => {
  for (const at of ['2026-04-23T23:17:11.5Z', '2026-10-29T21:44:00Z', '2026-11-20T14:00:00Z']) {
    for (const shift of [0, 25_200]) {
      const all = comparableStretches(instant(at), 'Africa/Cairo', 4, shift);
      for (let week = 0; week <= 4; week += 1) {
        const slots = all
          .filter((one) => one.week === week)
          .flatMap(({ firstSlot, from, to }) =>
            Array.from({ length: (to.seconds - from.seconds) / SLOT_SECONDS }, (_, at) => firstSlot + at),
          );
        expect(slots).toEqual(Array.from({ length: SLOTS }, (_, slot) => slot));
      }
      for (const { firstSlot, to, seenUntil } of all) {
        expect(seenUntil.seconds - to.seconds).toBe(firstSlot * SLOT_SECONDS + shift);
      }
    }
  }
});
