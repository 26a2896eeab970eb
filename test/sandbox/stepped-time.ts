import { type Instant, instantOfMilliseconds } from '../../src/normalise/instant.ts';
import type { Timeline } from '../../src/sandbox/timeline.ts';
import { createTimeOrder } from '../../src/simulate/time-order.ts';

/** A clock that stands still until it is advanced; what is planned happens when its time comes. */
export interface SteppedTime extends Timeline {
  instant(): Instant;
  /** When the next planned work is due; undefined if none is. */
  next(): number | undefined;
  /** When each planned work is due, soonest first. */
  planned(): number[];
  /** Moves the clock to a time and starts what is due until then, in the order of its time. */
  advance(to: number): void;
}

/** @param start milliseconds since 1970 */
export function steppedTime(start: number): SteppedTime {
  let now = start;
  let isStopped = false;
  let numbered = 0;
  const works = new Map<number, { readonly at: number; readonly work: () => void }>();
  const order = createTimeOrder(2_000_000);
  let earliest: number | undefined;
  const take = () => {
    earliest = order.pop();
    return earliest;
  };
  const next = () => {
    earliest ??= take();
    return earliest === undefined ? undefined : works.get(earliest)!.at;
  };
  return {
    now: () => now,
    instant: () => instantOfMilliseconds(now)!,
    at: (time, work) => {
      if (isStopped) return;
      const at = Math.max(now, time);
      numbered += 1;
      works.set(numbered, { at, work });
      if (earliest !== undefined) order.push(works.get(earliest)!.at, earliest);
      earliest = undefined;
      order.push(at, numbered);
    },
    stop: () => {
      isStopped = true;
      works.clear();
      while (order.pop() !== undefined);
      earliest = undefined;
    },
    next,
    planned: () => [...works.values()].map(({ at }) => at).sort((one, other) => one - other),
    advance: (to) => {
      for (let at = next(); at !== undefined && at <= to; at = next()) {
        const number = earliest!;
        earliest = undefined;
        now = Math.max(now, at);
        const { work } = works.get(number)!;
        works.delete(number);
        work();
      }
      now = Math.max(now, to);
    },
  };
}
