import { isoInstant, parseWrittenTime } from '../normalise/instant.ts';
import { currencyExponent, formatMajor } from '../normalise/money.ts';
import type { LANGUAGES } from '../settings/alerts.ts';

/** Money of one currency, in minor units as text. */
export interface Sum {
  readonly currency: string;
  readonly minor: string;
}

export type Language = (typeof LANGUAGES)[number];

/**
 * Arabic with the digits of the reports, so that a figure or an order number of a message can be found there;
 * the names of months are Egypt's.
 */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', pt: 'pt-BR', ar: 'ar-EG-u-nu-latn' };

/** A language's formats of numbers, money, dates and times. */
export interface Formats {
  /** 1234567 as 1,234,567; exact for whole numbers of any size. */
  count(value: number | string): string;
  /** Exact, with its code: EGP 96,000.00. */
  money(sum: Sum): string;
  /** Money with a sign unless it is zero: BRL +100.00. */
  difference(sum: Sum): string;
  /** A date of the calendar, `yyyy-MM-dd`. */
  date(date: string): string;
  /** Local date of an instant (in PostgreSQL's format) in a zone. */
  dateOf(instant: string, zone: string): string;
  /** Local time of day of an instant, to the minute. */
  time(instant: string, zone: string): string;
  /** Local time of day of an instant, to the second. */
  clock(instant: string, zone: string): string;
  /** A date of the calendar, short: 19 Nov 2026. */
  shortDate(date: string): string;
  /** A day of the calendar without its year: 19 Nov. */
  dayAndMonth(date: string): string;
  /** Name of a date's day of the week, short. */
  weekday(date: string): string;
  /** A share of 1 as a percentage with at most one decimal, never rounded up: 0.99999 as 99.9%. */
  share(share: number): string;
  /** A share of 1 as a percentage with two significant digits: 0.000123 as 0.012%. */
  percent(share: number): string;
  /** Form of a noun for a number. */
  plural(value: number): Intl.LDMLPluralRule;
}

const FORMATS = new Map<Language, Formats>();

export function formatsOf(language: Language): Formats {
  let formats = FORMATS.get(language);
  if (formats === undefined) {
    formats = makeFormats(LOCALES[language]);
    FORMATS.set(language, formats);
  }
  return formats;
}

function makeFormats(locale: string): Formats {
  const numbers = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 });
  const shares = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
  });
  const numberFormat = kept((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const timeFormat = kept(
    (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...options }),
  );
  const amount = ({ currency, minor }: Sum, signDisplay: 'auto' | 'exceptZero') => {
    const exponent = currencyExponent(currency);
    const places = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
    const format = numberFormat({ ...places, signDisplay });
    // A no-break space: code and number stay on one line.
    return `${currency}\u00a0${unmarked(format.format(formatMajor(minor, exponent) as Intl.StringNumericLiteral))}`;
  };
  const at = (milliseconds: number, timeZone: string, fields: Intl.DateTimeFormatOptions) =>
    unmarked(timeFormat({ timeZone, ...fields }).format(milliseconds));
  const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return {
    count: (value) => unmarked(numbers.format(value as Intl.StringNumericLiteral)),
    money: (sum) => amount(sum, 'auto'),
    difference: (sum) => amount(sum, 'exceptZero'),
    date: (date) => at(Date.parse(`${date}T00:00:00Z`), 'UTC', { dateStyle: 'long' }),
    shortDate: (date) =>
      at(Date.parse(`${date}T00:00:00Z`), 'UTC', { day: 'numeric', month: 'short', year: 'numeric' }),
    dateOf: (instant, zone) => at(milliseconds(instant), zone, { dateStyle: 'long' }),
    time: (instant, zone) => at(milliseconds(instant), zone, minute),
    clock: (instant, zone) => at(milliseconds(instant), zone, { ...minute, second: '2-digit' }),
    dayAndMonth: (date) =>
      at(Date.parse(`${date}T00:00:00Z`), 'UTC', { day: 'numeric', month: 'short' })
        .replace(' de ', ' ')
        .replace(/\.$/, ''),
    weekday: (date) => at(Date.parse(`${date}T00:00:00Z`), 'UTC', { weekday: 'short' }).replace(/\.$/, ''),
    share: (share) => unmarked(shares.format(share)),
    percent: (share) => unmarked(percents.format(share)),
    plural: (value) => rules.select(value),
  };
}

/** Keeps what is made for each choice of options: a format takes a thousand times as long to make as to use. */
function kept<O extends object, F>(make: (options: O) => F): (options: O) => F {
  const made = new Map<string, F>();
  return (options) => {
    const key = JSON.stringify(options);
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(options);
    made.set(key, fresh);
    return fresh;
  };
}

function milliseconds(instant: string): number {
  const written = parseWrittenTime(isoInstant(instant));
  if (written?.offsetSeconds === undefined) throw new Error(`no instant: ${instant}`);
  return (written.localSeconds - written.offsetSeconds) * 1000;
}

/** Removes marks of direction: they are set where the value is placed. */
function unmarked(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}
