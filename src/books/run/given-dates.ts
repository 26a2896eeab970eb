import type { Caller } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import { formatInstant, type Instant, isoSeconds } from '../../normalise/instant.ts';
import { addDays, localDate } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { chosenRegions, zoneOfRegion } from './chosen-regions.ts';
import { type DateRange, givenNames, type NamedDates, rangeOf, readDate } from './named-dates.ts';

/** Requested business dates. Around midnight, `yesterday` differs between regions. */
export interface AskedDates {
  /** Every date that is requested for at least one region, `yyyy-MM-dd`, in order. */
  readonly dates: readonly string[];
  /**
   * Whether a date is requested for a region, `''` for orders without one. If absent, every date is requested for every
   * region.
   */
  readonly isAsked?: ((date: string, region: string) => boolean) | undefined;
}

/** Dates that were requested for a region but have not begun there: the first and the last of them. */
export interface NotBegun {
  /** Name of the region, `other` for orders without one. */
  readonly region: string;
  readonly from: string;
  readonly to: string;
}

/** Requested dates with their ranges by region. */
export interface NamedByRegion extends AskedDates {
  readonly isAsked: (date: string, region: string) => boolean;
}

/** Requested dates that have begun, and those that were left out because they have not. */
export interface BegunDates extends NamedByRegion {
  readonly notBegun: readonly NotBegun[];
}

/** The regions and the moment that names like `yesterday` refer to. Each region has its own calendar. */
export interface Calendar {
  readonly settings: Settings;
  /** Only this region, `other` for orders without one; if absent, all regions. */
  readonly region?: string | undefined;
  /** The moment that determines today. */
  readonly at: Instant;
  /** Whether the caller can name another moment, as `asOf`. */
  readonly hasAsOf?: boolean;
}

const MOST_DATES = 400;

/**
 * The dates that a user names, by each region's calendar, without those that have not begun there.
 * @throws Fault DATE_IN_FUTURE if none has begun; DATE_INVALID; USAGE or ARGUMENT_INVALID
 * @example begunDates({ date: 'yesterday' }, commandLine('reconcile'), { settings, at })
 */
export function begunDates(named: NamedDates, caller: Caller, calendar: Calendar): BegunDates {
  const all = datesByRegion(named, caller, calendar);
  const todays = new Map([...all.keys()].map((region) => [region, todayOf(calendar, region)]));
  const notBegun = [...all].flatMap(([region, dates]) => {
    const later = dates.filter((date) => date > todays.get(region)!);
    return later.length === 0 ? [] : [{ region: regionFolder(region), from: later[0]!, to: later.at(-1)! }];
  });
  const begun = [...all].map(
    ([region, dates]) => [region, dates.filter((date) => date <= todays.get(region)!)] as const,
  );
  const asked = askedOf(new Map(begun));
  if (asked.dates.length > 0) return { ...asked, notBegun };
  throw new Fault('DATE_IN_FUTURE', {
    where: givenNames(named).map(caller.argument).join(', '),
    found: spanText(notBegun[0]!),
    expected: `at most ${[...todays.values()].sort().at(-1)}, as of ${isoSeconds(formatInstant(calendar.at))}`,
    ...(calendar.hasAsOf === true
      ? { remedy: `Give a date that has begun, or a later ${caller.spoken('asOf')}.` }
      : {}),
  });
}

/**
 * The dates that a user names, by each region's calendar, including those that have not begun. Throws as {@link
 * begunDates}.
 */
export function namedDates(named: NamedDates, caller: Caller, calendar: Calendar): NamedByRegion {
  return askedOf(datesByRegion(named, caller, calendar));
}

/** The range that a user names, by each region's calendar; an end may be open. Throws as {@link begunDates}. */
export function namedRanges(
  named: NamedDates,
  caller: Caller,
  calendar: Calendar,
): ReadonlyMap<string, DateRange> {
  const regions = chosenRegions(calendar.settings, calendar.region, caller);
  const ranges = regions.map(
    (region) => [region, rangeOf(named, caller, todayOf(calendar, region))] as const,
  );
  for (const [, { from, to }] of ranges)
    if (from !== undefined && to !== undefined && from > to) throw notARange(named, caller, { from, to });
  return new Map(ranges);
}

/**
 * The one date that a user names. Throws DATE_INVALID; throws the caller's fault if the date differs between regions.
 */
export function oneDate(name: string, text: string, caller: Caller, calendar: Calendar): string {
  const where = caller.argument(name);
  const regions = chosenRegions(calendar.settings, calendar.region, caller);
  const dates = regions.map((region) => readDate(where, text, todayOf(calendar, region)));
  if (dates.every((date) => date === dates[0])) return dates[0]!;
  throw new Fault(caller.code, {
    where,
    found: regions.map((region, index) => `${text} is ${dates[index]} in ${regionFolder(region)}`),
    expected: 'a date as yyyy-MM-dd, the same in every region',
    remedy: 'Name the date.',
  });
}

/** The regions for which a date is requested. */
export function regionsAsked({ isAsked }: AskedDates, date: string, regions: readonly string[]): string[] {
  return regions.filter((region) => isAsked?.(date, region) ?? true);
}

/** The dates that were left out because they have not begun, as text; empty if there are none. */
export function notBegunText(notBegun: readonly NotBegun[]): string {
  const spans = [...new Set(notBegun.map(spanText))].map((span) => {
    const regions = notBegun.filter((one) => spanText(one) === span).map(({ region }) => region);
    return `${span} in ${regions.join(', ')}`;
  });
  return spans.length === 0 ? '' : `Left out, since they have not begun: ${spans.join('; ')}.`;
}

/** The dates from the first to the last, in order; none if the last is before the first. */
export function datesBetween(from: string, to: string, most = Number.POSITIVE_INFINITY): string[] {
  const dates: string[] = [];
  let date = from;
  while (date <= to && dates.length < most) {
    dates.push(date);
    // After 9999-12-31 there is no date to ask for.
    if (date === to) break;
    date = addDays(date, 1);
  }
  return dates;
}

function datesByRegion(named: NamedDates, caller: Caller, calendar: Calendar): Map<string, string[]> {
  const dates = new Map<string, string[]>();
  for (const [region, { from, to }] of namedRanges(named, caller, calendar)) {
    if (from === undefined || to === undefined) throw unnamed(named, caller);
    const between = datesBetween(from, to, MOST_DATES + 1);
    if (between.length > MOST_DATES) throw notARange(named, caller, { from, to });
    dates.set(region, between);
  }
  return dates;
}

function notARange(named: NamedDates, caller: Caller, { from, to }: DateRange): Fault {
  return new Fault(caller.code, {
    where: givenNames(named).map(caller.argument).join(', '),
    found: `${from} to ${to}`,
    expected: `a first and a last date, at most ${MOST_DATES} dates`,
  });
}

function unnamed(named: NamedDates, caller: Caller): Fault {
  const [given] = givenNames(named).map(caller.spoken);
  const [date, from, to, month, last] = ['date', 'from', 'to', 'month', 'last'].map(caller.spoken);
  return new Fault(caller.code, {
    where: caller.name,
    found: given === undefined ? 'not given' : `${given} alone`,
    expected: `${date} (yyyy-MM-dd, yesterday, today), both ${from} and ${to}, ${month} (yyyy-MM) or ${last} (7d, 4w)`,
  });
}

function askedOf(byRegion: ReadonlyMap<string, readonly string[]>): NamedByRegion {
  const sets = new Map([...byRegion].map(([region, dates]) => [region, new Set(dates)]));
  const dates = [...new Set([...byRegion.values()].flat())].sort();
  // A region that is no longer in the settings has no calendar, so it gets every date requested for any
  // region.
  const isAsked = (date: string, region: string) => sets.get(region)?.has(date) ?? dates.includes(date);
  return { dates, isAsked };
}

function todayOf({ settings, at }: Calendar, region: string): string {
  return localDate(at, zoneOfRegion(settings, region));
}

function spanText({ from, to }: Pick<NotBegun, 'from' | 'to'>): string {
  return from === to ? from : `${from} to ${to}`;
}
