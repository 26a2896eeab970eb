import { type Instant, instantOfText, parseWrittenTime } from './instant.ts';
import { isDate } from './local-date.ts';

/**
 * A date of a statement: `yyyy-MM-dd`, or the date of a time in its own offset; undefined for anything else.
 * @example readDate('2026-11-20T00:00:00') // '2026-11-20'
 */
export function readDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = parseWrittenTime(text) === undefined ? text : text.slice(0, 10);
  return isDate(date) ? date : undefined;
}

/** The begin of a date in UTC, for keys that do not depend on any setting. */
export function dateInstant(date: string | undefined): Instant | undefined {
  return date === undefined ? undefined : instantOfText(`${date}T00:00:00Z`);
}
