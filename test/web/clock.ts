import { addSeconds, type Instant } from '../../src/normalise/instant.ts';
import { instant } from '../export/books.ts';

/** A clock that stands still until it is wound. */
export interface WoundClock {
  readonly at: () => Instant;
  wind(seconds: number): void;
}

export function woundClock(start = '2026-11-20T12:00:00Z'): WoundClock {
  let now = instant(start);
  return {
    at: () => now,
    wind: (seconds) => {
      now = addSeconds(now, seconds);
    },
  };
}
