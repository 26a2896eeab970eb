import { Fault } from '../errors.ts';
import {
  formatInstant,
  type Instant,
  isoSeconds,
  parseWrittenTime,
  secondsBetween,
  toInstant,
} from '../normalise/instant.ts';
import { addDays, isDate, localDate } from '../normalise/local-date.ts';
import { allRegions, type Settings } from '../settings.ts';

const MOST_DATES = 400;

/** A date that somebody wrote. Throws DATE_INVALID that names where. */
export function readDate(where: string, text: string): string {
  if (isDate(text)) return text;
  throw new Fault('DATE_INVALID', { where, found: text, expected: suggestion(text) });
}

/** The dates from a first to a last one, in order. Throws USAGE if there is none, or more than 400. */
export function datesBetween(where: string, from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to && dates.length <= MOST_DATES; date = addDays(date, 1)) dates.push(date);
  if (dates.length > 0 && dates.length <= MOST_DATES) return dates;
  throw new Fault('USAGE', {
    where,
    found: `${from} to ${to}`,
    expected: `a first and a last date, at most ${MOST_DATES} dates`,
  });
}

/** A moment that somebody wrote, with its offset. Throws INSTANT_INVALID that names where. */
export function readInstant(where: string, text: string): Instant {
  const written = parseWrittenTime(text);
  const instant =
    written?.offsetSeconds === undefined
      ? undefined
      : toInstant(written.localSeconds - written.offsetSeconds, written.micros);
  if (instant === undefined) throw new Fault('INSTANT_INVALID', { where, found: text });
  return instant;
}

/** Gives back a moment that has passed, clocks being as they are. Throws USAGE that names where for one to come. */
export function checkPassed(where: string, instant: Instant, at: Instant, settings: Settings): Instant {
  if (secondsBetween(at, instant) <= settings.allowedSkewSeconds) return instant;
  throw new Fault('USAGE', {
    where,
    found: isoSeconds(formatInstant(instant)),
    expected: `a moment that has passed: at most ${isoSeconds(formatInstant(at))}`,
    remedy: 'Nothing can be complete until a moment that is yet to come.',
  });
}

/** Refuses a date that has not begun anywhere at the as-of. Throws DATE_IN_FUTURE that names where. */
export function checkBegun(date: string, asOf: Instant, settings: Settings, where = '--date'): void {
  const today = allRegions(settings)
    .map(({ zone }) => localDate(asOf, zone))
    .sort();
  if (date <= today.at(-1)!) return;
  throw new Fault('DATE_IN_FUTURE', {
    where,
    found: date,
    expected: `at most ${today.at(-1)}, as of ${isoSeconds(formatInstant(asOf))}`,
  });
}

/** What is right, as exactly as what was written lets one say. */
function suggestion(text: string): string {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  if (year !== undefined) return calendarDate(year, month!, day!);
  const [, first, second, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (last !== undefined) {
    const dayFirst = dateOf(last, second!, first!);
    const monthFirst = dateOf(last, first!, second!);
    if (isDate(dayFirst) && isDate(monthFirst) && dayFirst !== monthFirst) {
      return `yyyy-MM-dd: ${dayFirst}, if the day came first, or ${monthFirst}, if the month did`;
    }
    if (isDate(dayFirst)) return `yyyy-MM-dd: ${dayFirst}, if the day came first`;
    if (isDate(monthFirst)) return `yyyy-MM-dd: ${monthFirst}, if the month came first`;
  }
  if (/^(today|yesterday|now)$/i.test(text)) {
    return "a date as yyyy-MM-dd, no word; for each region's yesterday, payin-recon job run nightly";
  }
  return 'a date as yyyy-MM-dd';
}

function calendarDate(year: string, month: string, day: string): string {
  const written = dateOf(year, month, day);
  if (isDate(written)) return `yyyy-MM-dd: ${written}`;
  const first = dateOf(year, month, '1');
  if (!isDate(first)) return 'yyyy-MM-dd, with a month from 01 to 12';
  const last = [31, 30, 29, 28].map((most) => dateOf(year, month, String(most))).find(isDate);
  return `yyyy-MM-dd, with a day of that month, which ends on ${last}`;
}

function dateOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
