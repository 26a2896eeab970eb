import type { Timeline } from '../../src/sandbox/timeline.ts';

/** A timeline whose time passes only when a test says so. Times are milliseconds since 1970. */
export interface SteppedTimeline extends Timeline {
  /** Lets seconds pass and does what becomes due, each at its time. What that plans within the seconds is done, too. */
  advance(seconds: number): void;
  /** Seconds from now until each thing that is still to happen, soonest first. */
  planned(): number[];
}

interface Planned {
  readonly time: number;
  readonly work: () => void;
}

/** @param start milliseconds since 1970 */
export function steppedTimeline(start: number): SteppedTimeline {
  let time = start;
  let isStopped = false;
  let planned: Planned[] = [];
  const soonest = (until: number): Planned | undefined => {
    const due = planned.filter((one) => one.time <= until).sort((one, other) => one.time - other.time)[0];
    planned = planned.filter((one) => one !== due);
    return due;
  };
  return {
    now: () => time,
    at: (when, work) => {
      if (!isStopped) planned.push({ time: Math.max(when, time), work });
    },
    stop: () => {
      isStopped = true;
      planned = [];
    },
    advance: (seconds) => {
      const until = time + seconds * 1000;
      for (let next = soonest(until); next !== undefined; next = soonest(until)) {
        time = Math.max(time, next.time);
        next.work();
      }
      time = until;
    },
    planned: () => planned.map((one) => (one.time - time) / 1000).sort((one, other) => one - other),
  };
}
