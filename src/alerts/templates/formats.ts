import { isoInstant, parseWrittenTime } from '../../normalise/instant.ts';
import { currencyExponent, formatMajor } from '../../normalise/money.ts';
import type { LANGUAGES } from '../../settings/alerts.ts';
import type { Sum } from '../alert.ts';

export type Language = (typeof LANGUAGES)[number];

/**
 * Arabic with the digits that the reports have, so that a figure or an order number of a message can be looked up there
 * as it stands; the names of months are Egypt's.
 */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', pt: 'pt-BR', ar: 'ar-EG-u-nu-latn' };

/** How a language writes numbers, money, dates and times. */
export interface Formats {
  /** 1234567 as 1,234,567; text of a whole number of any size stays exact. */
  count(value: number | string): string;
  /** Exact, with its code: EGP 96,000.00. */
  money(sum: Sum): string;
  /** The same with a sign where it is not zero: BRL +100.00. */
  difference(sum: Sum): string;
  /** A date of the calendar, `yyyy-MM-dd`. */
  date(date: string): string;
  /** The date on which an instant, as PostgreSQL writes it in UTC, is in a zone. */
  dateOf(instant: string, zone: string): string;
  /** The same instant's time of day, to the minute. */
  time(instant: string, zone: string): string;
  /** A share of 1 as a percentage of two digits that count: 0.000123 as 0.012%. */
  percent(share: number): string;
  /** Which of a word's forms goes with a number. */
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
  const amount = ({ currency, minor }: Sum, signDisplay: 'auto' | 'exceptZero') => {
    const exponent = currencyExponent(currency);
    const places = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
    const format = new Intl.NumberFormat(locale, { ...places, signDisplay });
    // A no-break space: code and number stay on one line.
    return `${currency}\u00a0${unmarked(format.format(formatMajor(minor, exponent) as never))}`;
  };
  const at = (milliseconds: number, timeZone: string, fields: Intl.DateTimeFormatOptions) =>
    unmarked(
      new Intl.DateTimeFormat(locale, { timeZone, calendar: 'gregory', ...fields }).format(milliseconds),
    );
  return {
    count: (value) => unmarked(numbers.format(value as never)),
    money: (sum) => amount(sum, 'auto'),
    difference: (sum) => amount(sum, 'exceptZero'),
    date: (date) => at(Date.parse(`${date}T00:00:00Z`), 'UTC', { dateStyle: 'long' }),
    dateOf: (instant, zone) => at(milliseconds(instant), zone, { dateStyle: 'long' }),
    time: (instant, zone) =>
      at(milliseconds(instant), zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    percent: (share) =>
      unmarked(
        new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 }).format(share),
      ),
    plural: (value) => rules.select(value),
  };
}

function milliseconds(instant: string): number {
  const written = parseWrittenTime(isoInstant(instant));
  if (written?.offsetSeconds === undefined) throw new Error(`no instant: ${instant}`);
  return (written.localSeconds - written.offsetSeconds) * 1000;
}

/** Marks of direction are set by who places the value, not by who writes it. */
function unmarked(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}
