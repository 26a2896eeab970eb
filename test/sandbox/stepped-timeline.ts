import type { Timeline } from '../../src/sandbox/timeline.ts';
import { steppedTime } from './stepped-time.ts';

/** A timeline whose time passes only when a test says so, in seconds. Times are milliseconds since 1970. */
export interface SteppedTimeline extends Timeline {
  /** Lets seconds pass and does what becomes due, each at its time. What that plans within the seconds is done, too. */
  advance(seconds: number): void;
  /** Seconds from now until each thing that is still to happen, soonest first. */
  planned(): number[];
}

/** @param start milliseconds since 1970 */
export function steppedTimeline(start: number): SteppedTimeline {
  const { now, at, stop, advance, planned } = steppedTime(start);
  return {
    ...{ now, at, stop },
    advance: (seconds) => advance(now() + seconds * 1000),
    planned: () => planned().map((time) => (time - now()) / 1000),
  };
}
