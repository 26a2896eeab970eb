import type { Caller } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import { addDays, isDate } from '../../normalise/local-date.ts';
import { expectedDate, expectedMonth, lastOfMonth } from './written-date.ts';

/** Business dates as somebody names them: one date, a first and a last one, a month, or the last days. */
export interface NamedDates {
  /** `2026-11-19`, `yesterday` or `today`; `from` and `to` likewise. */
  readonly date?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** `2026-11` */
  readonly month?: string | undefined;
  /** The last so many days that are over, up to yesterday: `7d`, `4w`. */
  readonly last?: string | undefined;
}

/** From a first to a last date, `yyyy-MM-dd`; an end that is absent is open. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Name = keyof NamedDates;

/** Options that belong together; those of different ways exclude one another. */
const WAYS: ReadonlyArray<readonly Name[]> = [['date'], ['from', 'to'], ['month'], ['last']];

/** The names that are given, in the order of {@link NamedDates}. */
export function givenNames(named: NamedDates): Name[] {
  return WAYS.flat().filter((name) => named[name] !== undefined);
}

/**
 * The range that is named, by the calendar of a region where it is today; both ends are open where nothing is named.
 * Throws DATE_INVALID; USAGE or ARGUMENT_INVALID where dates are named in two ways.
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

/** Parses a date; `yesterday` and `today` by the date of today. Throws DATE_INVALID that names where. */
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

/** Parses a number of days or weeks (`7d`, `7 days`, `4w`); undefined if it is none. */
export function readDays(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,5}) ?(d|days?|w|weeks?)$/.exec(text) ?? [];
  const days = Number(number) * (DAYS_OF[unit?.[0] ?? ''] ?? Number.NaN);
  return days > 0 ? days : undefined;
}

function monthRange(where: string, month: string): DateRange {
  const first = `${month}-01`;
  if (isDate(first)) return { from: first, to: lastOfMonth(month) };
  throw new Fault('DATE_INVALID', { where, found: month, expected: expectedMonth(month) });
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
