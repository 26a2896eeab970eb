import { formatInstant, type Instant, isoSeconds } from '../../normalise/instant.ts';
import { offsetText, readLocal } from '../../normalise/zone.ts';
import { ReadingTally } from './question.ts';

const STEP_SECONDS = 900;
const HOUR_SECONDS = 3600;
/** The offsets that zones of the world have. */
const OFFSETS = { first: -12 * HOUR_SECONDS, last: 14 * HOUR_SECONDS };
/** So many fixed offsets are shown. */
const SHOWN_OFFSETS = 3;

/** A way to read local times. */
export interface OffsetReading {
  readonly tally: ReadingTally;
  /** The instants that a local time may be, in epoch seconds. */
  readonly read: (localSeconds: number) => readonly number[];
}

/** The instants that a local time of a zone may be, the earlier first. */
export function instantsIn(zone: string, localSeconds: number): number[] {
  const { earlier, later } = readLocal(zone, localSeconds);
  return earlier === later ? [earlier] : [earlier, later];
}

/**
 * Every offset, each with the zone that has it always, if there is one.
 * @param path of the setting that is the zone
 */
export function fixedOffsets(path: string): OffsetReading[] {
  const count = (OFFSETS.last - OFFSETS.first) / STEP_SECONDS + 1;
  return Array.from({ length: count }, (_, index) => {
    const offset = OFFSETS.first + index * STEP_SECONDS;
    const hours = offset / HOUR_SECONDS;
    // Signs of these zones are the other way round: Etc/GMT-8 is eight hours east of Greenwich.
    const zone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
    const settings: Record<string, string> = Number.isInteger(hours) ? { [path]: zone } : {};
    return {
      tally: new ReadingTally(offsetText(offset), settings),
      read: (localSeconds) => [localSeconds - offset],
    };
  });
}

export function isFixed({ name }: ReadingTally): boolean {
  return /^[+-]\d\d:\d\d$/.test(name);
}

/** The readings with a name, and the offsets that agree better than all of them: others say nothing more. */
export function withBetterOffsets(
  inUse: ReadingTally,
  named: readonly ReadingTally[],
  fixed: readonly ReadingTally[],
): ReadingTally[] {
  const best = Math.max(inUse.agree, ...named.map(({ agree }) => agree));
  const better = fixed
    .filter(({ agree }) => agree > best)
    .toSorted((one, other) => other.agree - one.agree)
    .slice(0, SHOWN_OFFSETS);
  return [...named, ...better];
}

export function isoOf(seconds: number): string {
  const instant: Instant = { seconds, micros: 0 };
  return isoSeconds(formatInstant(instant));
}
