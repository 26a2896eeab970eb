/** Seconds until a run that failed is tried again: after the first failure, the second, …; the last for all that follow. */
const PAUSES = [60, 300, 900, 3600, 14_400] as const;

/** @example pauseSeconds(1) === 60; pauseSeconds(9) === 14_400 */
export function pauseSeconds(failures: number): number {
  return PAUSES[Math.min(Math.max(failures, 1), PAUSES.length) - 1]!;
}
