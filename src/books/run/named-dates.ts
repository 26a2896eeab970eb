import type { Caller } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import { addDays, FIRST_DATE, isDate, LAST_DATE } from '../../normalise/local-date.ts';

/** Business dates as a user names them: one date, a range, a month, or the last days. */
export interface NamedDates {
  /** `2026-11-19`, `yesterday` or `today`; `from` and `to` likewise. */
  readonly date?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** `2026-11` */
  readonly month?: string | undefined;
  /** The last full days, up to yesterday: `7d`, `4w`. */
  readonly last?: string | undefined;
}

/** A range of dates, `yyyy-MM-dd`. An absent end is open. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Name = keyof NamedDates;

/** Options that can be combined. Options from different groups exclude one another. */
const WAYS: ReadonlyArray<readonly Name[]> = [['date'], ['from', 'to'], ['month'], ['last']];

/** The names that were given, in the order of {@link NamedDates}. */
export function givenNames(named: NamedDates): Name[] {
  return WAYS.flat().filter((name) => named[name] !== undefined);
}

/**
 * The range that the user named, given today's date in a region. Both ends are open if nothing is named. Throws
 * DATE_INVALID; USAGE or ARGUMENT_INVALID if dates are named in two ways.
 */
export function rangeOf(named: NamedDates, caller: Caller, today: string): DateRange {
  checkOneWay(named, caller);
  const read = (name: Name) => {
    const text = named[name];
    return text === undefined ? undefined : readDate(caller.argument(name), text, today);
  };
  if (named.date !== undefined) return { from: read('date'), to: read('date') };
  if (named.month !== undefined) return monthRange(caller.argument('month'), named.month);
  if (named.last === undefined) return { from: read('from'), to: read('to') };
  const days = readDays(named.last);
  if (days !== undefined) return { from: addDays(today, -days), to: addDays(today, -1) };
  throw new Fault(caller.code, {
    where: caller.argument('last'),
    found: named.last,
    expected: 'a number of days or weeks: 7d, 4w',
  });
}

/**
 * Parses a date; `yesterday` and `today` depend on the given date of today. Throws DATE_INVALID that names the
 * argument.
 */
export function readDate(where: string, text: string, today: string): string {
  if (isDate(text)) return text;
  if (/^today$/i.test(text)) return today;
  if (/^yesterday$/i.test(text)) return addDays(today, -1);
  throw new Fault('DATE_INVALID', {
    where,
    found: text === '' ? 'no value' : text,
    expected: expectedDate(text),
  });
}

const DAYS_OF: Readonly<Record<string, number>> = { d: 1, w: 7 };

/** Parses a number of days or weeks (`7d`, `7 days`, `4w`); undefined for any other text. */
export function readDays(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,5}) ?(d|days?|w|weeks?)$/.exec(text) ?? [];
  const days = Number(number) * (DAYS_OF[unit?.[0] ?? ''] ?? Number.NaN);
  return days > 0 ? days : undefined;
}

function monthRange(where: string, month: string): DateRange {
  const first = `${month}-01`;
  if (isDate(first)) return { from: first, to: lastOfMonth(month) };
  throw new Fault('DATE_INVALID', {
    where,
    found: month === '' ? 'no value' : month,
    expected: expectedMonth(month),
    remedy: 'Give a month as yyyy-MM, for example 2026-11.',
  });
}

function checkOneWay(named: NamedDates, caller: Caller): void {
  const given = WAYS.filter((way) => way.some((name) => named[name] !== undefined));
  if (given.length < 2) return;
  throw new Fault(caller.code, {
    where: caller.name,
    found: givenNames(named).map(caller.spoken).join(', '),
    expected: 'dates named in one way: the others are mutually exclusive with it',
  });
}

const DATES = `a date from ${FIRST_DATE} to ${LAST_DATE}`;

/** Describes the date that was expected instead of an invalid text, as precisely as possible. */
function expectedDate(text: string): string {
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
  return 'a date as yyyy-MM-dd, yesterday or today';
}

/** Describes the month that was expected instead of an invalid text, as precisely as possible. */
function expectedMonth(text: string): string {
  const [, first, second] = /^(\d{4}|\d{1,2})[-/. ]?(\d{1,2}|\d{4})$/.exec(text) ?? [];
  if (first === undefined || first.length === second!.length) return 'a month as yyyy-MM';
  const [year, month] = first.length === 4 ? [first, second!] : [second!, first];
  if (year.length !== 4) return 'a month as yyyy-MM';
  const written = `${year}-${month.padStart(2, '0')}`;
  if (`${written}-01` < FIRST_DATE) return DATES;
  return isDate(`${written}-01`) ? `yyyy-MM: ${written}` : 'yyyy-MM, with a month from 01 to 12';
}

function calendarDate(year: string, month: string, day: string): string {
  const written = dateOf(year, month, day);
  if (isDate(written)) return `yyyy-MM-dd: ${written}`;
  if (written < FIRST_DATE || written > LAST_DATE) return DATES;
  const first = dateOf(year, month, '1');
  if (!isDate(first)) return 'yyyy-MM-dd, with a month from 01 to 12';
  return `yyyy-MM-dd, with a day of that month, which ends on ${lastOfMonth(first.slice(0, 7))}`;
}

/** The last date of a calendar month, `yyyy-MM`. */
function lastOfMonth(month: string): string {
  return [31, 30, 29, 28].map((day) => `${month}-${day}`).find(isDate)!;
}

function dateOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
