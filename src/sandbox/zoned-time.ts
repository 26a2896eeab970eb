import { formatInstant } from '../normalise/instant.ts';
import { offsetText, zoneOffsetSeconds } from '../normalise/zone.ts';

/** Milliseconds since 1970 as the local time of a zone, without its offset: `2026-11-19T10:05:00`. */
export function localTime(time: number, zone: string): string {
  const seconds = Math.floor(time / 1000);
  const local = { seconds: seconds + zoneOffsetSeconds(zone, seconds), micros: 0 };
  return formatInstant(local).slice(0, 19).replace(' ', 'T');
}

/**
 * Milliseconds since 1970 as the interface writes times, in the offset of a zone at that time.
 * @param wrongHours added to the offset alone, so that the text is wrong by so much
 * @example zonedTime(Date.UTC(2026, 10, 19, 13, 5), 'America/Sao_Paulo') // '2026-11-19T10:05:00-03:00'
 */
export function zonedTime(time: number, zone: string, wrongHours = 0): string {
  const offset = zoneOffsetSeconds(zone, Math.floor(time / 1000));
  return localTime(time, zone) + offsetText(offset + wrongHours * 3600);
}
