import { addSeconds, formatInstant, type Instant, parseWrittenTime } from './instant.ts';
import { readLocal, zoneOffsetSeconds } from './zone.ts';

/** The date of an instant in a zone, `yyyy-MM-dd`. */
export function localDate(instant: Instant, zone: string): string {
  const offset = zoneOffsetSeconds(zone, instant.seconds);
  return formatInstant({ seconds: instant.seconds + offset, micros: 0 }).slice(0, 10);
}

/** The first and the last date that an instant can have in any zone; the dates next to them can be written. */
export const FIRST_DATE = '0001-01-02';
export const LAST_DATE = '9999-12-30';

/** Whether the text is a date of the calendar as `yyyy-MM-dd`, from {@link FIRST_DATE} to {@link LAST_DATE}. */
export function isDate(text: string): boolean {
  return parseWrittenTime(`${text}T00:00:00Z`) !== undefined && text >= FIRST_DATE && text <= LAST_DATE;
}

/** The date some days later (or earlier, if negative), `yyyy-MM-dd`; it stays in the years 1 to 9999. */
export function addDays(date: string, days: number): string {
  const midnight = { seconds: parseWrittenTime(`${date}T00:00:00Z`)!.localSeconds, micros: 0 };
  return formatInstant(addSeconds(midnight, days * 86_400)).slice(0, 10);
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
