import { zoneOffsetSeconds } from '../normalise/zone.ts';

const DAY_SECONDS = 86_400;

/** Rows of statements that only have a date are counted at its begin, and tell nothing of the hours after it. */
export function isDateOnly(
  { kind, first, is_one_time }: Readonly<{ kind: string; first: number; is_one_time: boolean }>,
  zone: string,
): boolean {
  if (kind !== 'statement' || !is_one_time) return false;
  return (first + zoneOffsetSeconds(zone, first)) % DAY_SECONDS === 0;
}
