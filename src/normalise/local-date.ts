import { formatInstant, type Instant, parseWrittenTime } from './instant.ts';
import { readLocal, zoneOffsetSeconds } from './zone.ts';

/** The date of an instant in a zone, `yyyy-MM-dd`. */
export function localDate(instant: Instant, zone: string): string {
  const offset = zoneOffsetSeconds(zone, instant.seconds);
  return formatInstant({ seconds: instant.seconds + offset, micros: 0 }).slice(0, 10);
}

/** Whether the text is a date of the calendar as `yyyy-MM-dd`. */
export function isDate(text: string): boolean {
  return parseWrittenTime(`${text}T00:00:00Z`) !== undefined;
}

/** The date some days later (or earlier, if negative), `yyyy-MM-dd`. */
export function addDays(date: string, days: number): string {
  const midnight = parseWrittenTime(`${date}T00:00:00Z`)!;
  return formatInstant({ seconds: midnight.localSeconds + days * 86_400, micros: 0 }).slice(0, 10);
}

/**
 * The first instant after a date in a zone. Where clocks go back over midnight and the date occurs again, it is the
 * instant after the date has ended for the last time.
 * @example endOfDate('2026-10-29', 'Africa/Cairo') // 2026-10-29T22:00:00Z, after 25 hours
 */
export function endOfDate(date: string, zone: string): Instant {
  const midnight = parseWrittenTime(`${addDays(date, 1)}T00:00:00Z`)!;
  return { seconds: readLocal(zone, midnight.localSeconds).later, micros: 0 };
}

/** The first instant of a date in a zone: where {@link endOfDate} of the date before is. */
export function startOfDate(date: string, zone: string): Instant {
  return endOfDate(addDays(date, -1), zone);
}
