import { type Instant, secondsBetween } from '../../normalise/instant.ts';

/** Seconds before the next attempt, by the number of failures; the last value applies to all further ones. */
const PAUSES = [60, 300, 900, 3600, 14_400] as const;

/** Clocks of machines differ by less. */
export const AHEAD_SECONDS = 300;

/** No attempt is further away than this, unless a clock that was ahead has set its time. */
export const LONGEST_WAIT_SECONDS = PAUSES.at(-1)! + AHEAD_SECONDS;

/** @example pauseSeconds(1) === 60; pauseSeconds(9) === 14_400 */
export function pauseSeconds(failures: number): number {
  return PAUSES[Math.min(Math.max(failures, 1), PAUSES.length) - 1]!;
}

/** Whether an attempt is due: its time has come, or a clock that was ahead has set it. */
export function isAttemptDue(dueAt: Instant, at: Instant): boolean {
  const wait = secondsBetween(at, dueAt);
  return wait <= 0 || wait > LONGEST_WAIT_SECONDS;
}
