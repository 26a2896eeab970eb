import { type Instant, instantOfMilliseconds } from './normalise/instant.ts';

/** The machine's clock as an instant. Only the edge (cli, jobs, web, library) may read it. */
export function now(): Instant {
  return instantOfMilliseconds(Date.now())!;
}

/** Milliseconds of a clock that goes on evenly, whatever is done to the machine's clock. Only the edge may read it. */
export function monotonic(): number {
  return performance.now();
}
