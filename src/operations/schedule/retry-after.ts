/** Seconds before the next attempt, by the number of failures; the last value applies to all further ones. */
const PAUSES = [60, 300, 900, 3600, 14_400] as const;

/** @example pauseSeconds(1) === 60; pauseSeconds(9) === 14_400 */
export function pauseSeconds(failures: number): number {
  return PAUSES[Math.min(Math.max(failures, 1), PAUSES.length) - 1]!;
}
