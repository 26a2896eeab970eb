import { Fault } from '../errors.ts';
import {
  formatInstant,
  type Instant,
  isoSeconds,
  parseWrittenTime,
  toInstant,
} from '../normalise/instant.ts';
import { addDays, isDate, localDate } from '../normalise/local-date.ts';
import { OTHER_REGION, type Settings } from '../settings.ts';

const MOST_DATES = 400;

/** A date of the command line. Throws DATE_INVALID. */
export function readDate(option: string, text: string): string {
  if (isDate(text)) return text;
  throw new Fault('DATE_INVALID', { where: option, found: text, expected: suggestion(text) });
}

/** The dates that --date, or --from and --to, name, in order. Throws USAGE, DATE_INVALID. */
export function readDates(options: {
  date?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): string[] {
  if (options.date !== undefined) return [readDate('--date', options.date)];
  if (options.from === undefined || options.to === undefined) {
    throw new Fault('USAGE', { where: 'reconcile', expected: '--date yyyy-MM-dd, or both --from and --to' });
  }
  const from = readDate('--from', options.from);
  const to = readDate('--to', options.to);
  const dates: string[] = [];
  for (let date = from; date <= to && dates.length <= MOST_DATES; date = addDays(date, 1)) dates.push(date);
  if (dates.length > 0 && dates.length <= MOST_DATES) return dates;
  throw new Fault('USAGE', {
    where: '--from, --to',
    found: `${from} to ${to}`,
    expected: `a first and a last date, at most ${MOST_DATES} dates`,
  });
}

/** The moment that --as-of names, or the given one. Throws INSTANT_INVALID. */
export function readAsOf(text: string | undefined, fallback: Instant): Instant {
  if (text === undefined) return fallback;
  const written = parseWrittenTime(text);
  const instant =
    written?.offsetSeconds === undefined
      ? undefined
      : toInstant(written.localSeconds - written.offsetSeconds, written.micros);
  if (instant === undefined) throw new Fault('INSTANT_INVALID', { where: '--as-of', found: text });
  return instant;
}

/** Refuses a date that has not begun anywhere at the as-of. Throws DATE_IN_FUTURE. */
export function checkBegun(date: string, asOf: Instant, settings: Settings): void {
  const zones = [OTHER_REGION.zone, ...settings.regions.map((region) => region.zone)];
  const today = zones.map((zone) => localDate(asOf, zone)).sort();
  if (date <= today.at(-1)!) return;
  throw new Fault('DATE_IN_FUTURE', {
    where: '--date',
    found: date,
    expected: `at most ${today.at(-1)}, as of ${isoSeconds(formatInstant(asOf))}`,
  });
}

function suggestion(text: string): string {
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (parts === null) return 'a date as yyyy-MM-dd';
  const [, first, second, year] = parts;
  return `yyyy-MM-dd: ${year}-${second!.padStart(2, '0')}-${first!.padStart(2, '0')}, if the day came first`;
}
