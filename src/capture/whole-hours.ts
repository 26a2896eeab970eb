import { type Instant, secondsBetween } from '../normalise/instant.ts';

const HOUR_SECONDS = 3600;
/** A clock that moves further between two looks was set, or the program did not run meanwhile. */
const MOST_SECONDS = 60;

/** Finds the hours of UTC that the program was at work from beginning to end, by a clock that may be set. */
export class WholeHours {
  #seenAt: Instant | undefined;
  /** When the first hour begins that is whole if nothing breaks it; epoch seconds. */
  #next = Number.NEGATIVE_INFINITY;

  /**
   * Is called every few seconds while the program is at work.
   * @returns when the whole hours began that have ended since the last call; epoch seconds
   */
  pass(at: Instant): number[] {
    const isSteady = this.#seenAt !== undefined && Math.abs(secondsBetween(this.#seenAt, at)) <= MOST_SECONDS;
    if (!isSteady) this.#next = hourAfter(at);
    this.#seenAt = at;
    const ended: number[] = [];
    for (; this.#next + HOUR_SECONDS <= at.seconds; this.#next += HOUR_SECONDS) ended.push(this.#next);
    return ended;
  }

  /** The hour of an instant is not whole. */
  break(at: Instant): void {
    this.#next = Math.max(this.#next, hourAfter(at));
  }
}

function hourAfter({ seconds }: Instant): number {
  return (Math.floor(seconds / HOUR_SECONDS) + 1) * HOUR_SECONDS;
}
