import { isDate } from '../../normalise/local-date.ts';

/** Describes the date that was expected instead of an invalid text, as precisely as possible. */
export function expectedDate(text: string): string {
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
export function expectedMonth(text: string): string {
  const [, first, second] = /^(\d{4}|\d{1,2})[-/. ]?(\d{1,2}|\d{4})$/.exec(text) ?? [];
  if (first === undefined || first.length === second!.length) return 'a month as yyyy-MM';
  const [year, month] = first.length === 4 ? [first, second!] : [second!, first];
  if (year.length !== 4) return 'a month as yyyy-MM';
  const written = `${year}-${month.padStart(2, '0')}`;
  return isDate(`${written}-01`) ? `yyyy-MM: ${written}` : 'yyyy-MM, with a month from 01 to 12';
}

function calendarDate(year: string, month: string, day: string): string {
  const written = dateOf(year, month, day);
  if (isDate(written)) return `yyyy-MM-dd: ${written}`;
  const first = dateOf(year, month, '1');
  if (!isDate(first)) return 'yyyy-MM-dd, with a month from 01 to 12';
  return `yyyy-MM-dd, with a day of that month, which ends on ${lastOfMonth(first.slice(0, 7))}`;
}

/** The last date of a calendar month, `yyyy-MM`. */
export function lastOfMonth(month: string): string {
  return [31, 30, 29, 28].map((day) => `${month}-${day}`).find(isDate)!;
}

function dateOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
