import { LONGEST_TIMER } from '../longest-timer.ts';
import type { Instant } from '../normalise/instant.ts';

/** The time of the sandbox, and what is to happen later. Times are milliseconds since 1970. */
export interface Timeline {
  now(): number;
  /** Does something at a time, or soon if it is past. */
  at(time: number, work: () => void): void;
  /** Nothing that is still to happen happens any more, and nothing is taken on. */
  stop(): void;
}

/** Follows a clock. */
export function clockTimeline(now: () => Instant): Timeline {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const milliseconds = () => {
    const { seconds, micros } = now();
    return seconds * 1000 + Math.floor(micros / 1000);
  };
  const at = (time: number, work: () => void): void => {
    // A callback that is being sent when the sandbox stops plans its next attempt after that.
    if (isStopped) return;
    const wait = Math.max(0, time - milliseconds());
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        // Also a timer that ended a little early by the clock: Node counts its milliseconds otherwise.
        if (wait > LONGEST_TIMER || milliseconds() < time) at(time, work);
        else work();
      },
      Math.min(wait, LONGEST_TIMER),
    );
    timers.add(timer);
  };
  return {
    now: milliseconds,
    at,
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
