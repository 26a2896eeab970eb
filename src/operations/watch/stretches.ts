import { addSeconds, type Instant } from '../../normalise/instant.ts';
import { weeksBefore } from '../../normalise/weeks-before.ts';

/** Time is divided into slots of five minutes by the clock, counted backwards: slot 0 ends at the time of the watch. */
export const SLOT_SECONDS = 300;
/** The last six hours are watched. */
export const SLOTS = 72;
/** Orders whose deadline is more than a week after their request are judged by the nightly runs only. */
export const LONGEST_DUE_SECONDS = 7 * 86_400;

const HALF_SLOT = SLOT_SECONDS / 2;

/** Consecutive slots of one week, later than `from` and up to `to` inclusive. Slot `firstSlot` ends at `to`. */
export interface ComparedStretch {
  /** 0 is this week, 1 the week before. */
  readonly week: number;
  readonly firstSlot: number;
  readonly from: Instant;
  readonly to: Instant;
  /** Later payments do not count, so that the orders of each week have had the same time to be paid. */
  readonly seenUntil: Instant;
}

/**
 * The last hours before a time, and the same hours on the same weekday of the weeks before, by the clock of a zone.
 * Each slot is five minutes in every week. An hour that a clock change repeats is compared twice; one that it skips is
 * not compared.
 * @param moment in whole slots
 * @param shiftSeconds how long before the given time the hours end
 */
export function comparableStretches(
  moment: Instant,
  zone: string,
  weeks: number,
  shiftSeconds = 0,
): ComparedStretch[] {
  const all: ComparedStretch[] = [];
  for (let week = 0; week <= weeks; week += 1) {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      // Compare the middle of the slot: at a clock change, an hour's end is not the start of the next.
      const middle = addSeconds(moment, -shiftSeconds - slot * SLOT_SECONDS - HALF_SLOT);
      const same = { seconds: weeksBefore(middle.seconds, zone, week), micros: middle.micros };
      const to = addSeconds(same, HALF_SLOT);
      const from = addSeconds(to, -SLOT_SECONDS);
      const last = all.at(-1);
      if (last?.week === week && last.from.seconds === to.seconds) all[all.length - 1] = { ...last, from };
      else {
        const seenUntil = addSeconds(to, slot * SLOT_SECONDS + shiftSeconds);
        all.push({ week, firstSlot: slot, from, to, seenUntil });
      }
    }
  }
  return all;
}
