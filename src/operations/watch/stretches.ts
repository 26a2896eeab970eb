import { addSeconds, type Instant } from '../../normalise/instant.ts';
import { readLocal, zoneOffsetSeconds } from '../../normalise/zone.ts';

/** Time is divided into slots of five minutes, counted back from the moment: slot 0 ends with it. */
export const SLOT_SECONDS = 300;
/** Six hours: so far back is what is watched. */
export const SLOTS = 72;

const HALF_SLOT = SLOT_SECONDS / 2;
const WEEK_SECONDS = 7 * 86_400;

/** Slots of one week that follow one another: after `from` up to and with `to`, in which slot `firstSlot` ends. */
export interface ComparedStretch {
  /** 0 is now, 1 a week ago. */
  readonly week: number;
  readonly firstSlot: number;
  readonly from: Instant;
  readonly to: Instant;
  /** Until when to look for what came of it, so that each week's has had as long as today's. */
  readonly seenUntil: Instant;
}

/**
 * The last hours before a moment, and the same hours of the same weekday in the weeks before, by the clock of a zone. Each
 * slot of now is five minutes, and so is each that it is compared with: an hour that a change of the clock repeats is
 * compared twice, one that it skips not at all.
 * @param shiftSeconds how long before the moment the hours end
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
      // By its middle: where clocks change, the end of one hour is not the beginning of the next.
      const middle = addSeconds(moment, -shiftSeconds - slot * SLOT_SECONDS - HALF_SLOT);
      const to = addSeconds(weeksBefore(middle, zone, week), HALF_SLOT);
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

/** The instant at which a zone's clock showed the same time some weeks before; of two, the later. */
function weeksBefore(instant: Instant, zone: string, weeks: number): Instant {
  if (weeks === 0) return instant;
  const local = instant.seconds + zoneOffsetSeconds(zone, instant.seconds) - weeks * WEEK_SECONDS;
  return { seconds: readLocal(zone, local).later, micros: instant.micros };
}
