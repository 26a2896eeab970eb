import { type Instant, instantOfMilliseconds } from './normalise/instant.ts';

/** The machine's clock as an instant. Only the edge (cli, jobs, web, library) may read it. */
export function now(): Instant {
  return instantOfMilliseconds(Date.now())!;
}
