import { isDay } from '../contract/criteria.ts';
import { type Instant, parseWrittenTime } from './instant.ts';
import { readPlainly } from './read-time.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A date of a statement: `yyyy-MM-dd`, or the date of a time in its own offset; undefined for anything else.
 * @example readDate('2026-11-20T00:00:00') // '2026-11-20'
 */
export function readDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year !== undefined) {
    return Number(year) > 0 && isDay(Number(year), Number(month), Number(day)) ? text : undefined;
  }
  return parseWrittenTime(text) === undefined ? undefined : text.slice(0, 10);
}

/** The begin of a date in UTC, for keys that do not depend on any setting. */
export function dateInstant(date: string | undefined): Instant | undefined {
  return date === undefined ? undefined : readPlainly(`${date}T00:00:00Z`);
}
