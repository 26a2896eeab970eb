import type { Instant } from './normalise/instant.ts';

/** The machine's clock as an instant. Only the edge (cli, jobs, web) may ask it. */
export function now(): Instant {
  const milliseconds = Date.now();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, micros: (milliseconds - seconds * 1000) * 1000 };
}
