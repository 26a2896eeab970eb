import { readLocal, zoneOffsetSeconds } from './zone.ts';

const WEEK_SECONDS = 7 * 86_400;

/** The epoch seconds at which the zone's clock showed the same time some weeks earlier; of two such, the later. */
export function weeksBefore(seconds: number, zone: string, weeks: number): number {
  if (weeks === 0) return seconds;
  const local = seconds + zoneOffsetSeconds(zone, seconds) - weeks * WEEK_SECONDS;
  return readLocal(zone, local).later;
}
