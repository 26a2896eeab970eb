import { DateTime } from 'luxon';

/** Reads the text of a cell into a time as a log writes it; undefined for a text of another form. */
export type TimeReader = (text: string) => string | undefined;

const OPTIONS = { zone: 'utc', setZone: true, locale: 'en', numberingSystem: 'latn' } as const;
/** Luxon keeps milliseconds; the token `u` reads more digits, of which a record keeps six. */
const LONG_FRACTION = /[.,](\d{4,9})(?!.*[.,]\d)/;

/**
 * The reader of times of a table.
 * @param forms tokens of Luxon; the first form that fits counts
 * @example timeReader('dd/MM/yyyy HH:mm')('19/11/2026 10:05') === '2026-11-19T10:05:00'
 */
export function timeReader(forms: string | readonly string[]): TimeReader {
  const readers = [forms].flat().map(oneForm);
  return (text) => {
    for (const read of readers) {
      const found = read(text);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The reader of dates of a table: by the forms of its times, with the time of day or without it. */
export function dateReader(forms: string | readonly string[]): TimeReader {
  const withoutTime = [forms].flat().map(dateOf);
  return timeReader([...[forms].flat(), ...withoutTime.filter((form) => form !== '')]);
}

const DATE_TOKEN = /^[yLMdoEckWnqGD]/;

/** A form from the first to the last of its tokens of a date; empty where it has none. */
function dateOf(form: string): string {
  const parts = partsOf(form);
  const isDate = (part: string) => DATE_TOKEN.test(part);
  const first = parts.findIndex(isDate);
  return first === -1 ? '' : parts.slice(first, parts.findLastIndex(isDate) + 1).join('');
}

/** The tokens of a form and what is between them; texts in quotes are parts of their own, with the quotes. */
function partsOf(form: string): string[] {
  return form.match(/'[^']*'?|([A-Za-z])\1*|[^A-Za-z']+/g) ?? [];
}

/** AM and PM in Arabic, in short or in full, at the end of a time of day; marks of the writing direction may be around them. */
const ARABIC_HALF =
  /(\d)\s*[\u200e\u200f\u061c]*(ص|م)(?:باحا?\u064b?ا?|ساءا?\u064b?ا?)?[\u200e\u200f\u061c]*(?=\s|$)/u;

function withEnglishHalf(text: string): string {
  return text.replace(ARABIC_HALF, (_found, digit, half) => `${digit} ${half === 'ص' ? 'AM' : 'PM'}`);
}

/** A quoted text that names the zone, where a form ends. */
const QUOTED_UTC = /^'\s*\(?(?:Z|UTC|GMT)\)?\s*'$/;
const OFFSET_TOKEN = /^Z{1,3}$/;

function oneForm(form: string): TimeReader {
  const hasOffset = hasInstant(form);
  const parts = partsOf(form);
  const isUtc = !hasOffset && QUOTED_UTC.test(parts.at(-1) ?? '');
  const hasFraction = parts.some((part) => part.startsWith('u'));
  const hasHalf = parts.includes('a');
  const hasLastOffset = OFFSET_TOKEN.test(parts.at(-1) ?? '');
  return (text) => {
    const isZ = (isUtc || hasLastOffset) && text.endsWith('Z');
    const written = isZ && hasLastOffset ? `${text.slice(0, -1)}+00` : text;
    const time = DateTime.fromFormat(hasHalf ? withEnglishHalf(written) : written, form, OPTIONS);
    if (!time.isValid) return undefined;
    const local = time.toFormat("yyyy-MM-dd'T'HH:mm:ss");
    const long = hasFraction ? LONG_FRACTION.exec(text)?.[1] : undefined;
    // As a log writes it, so that both are the same evidence.
    const offset = isZ ? 'Z' : hasOffset || isUtc ? time.toFormat('ZZ') : '';
    return `${local}${fractionOf(long, time.millisecond)}${offset}`;
  };
}

function fractionOf(long: string | undefined, milliseconds: number): string {
  if (long !== undefined) return `.${long}`;
  return milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`;
}

/** Whether a form has an offset, the name of a zone, or something else that shows the instant. */
function hasInstant(form: string): boolean {
  return ['UTC+3:30', 'Asia/Kathmandu'].some((zone) => {
    const there = DateTime.fromISO('2026-11-19T10:00:00', { zone, locale: 'en' });
    const again = DateTime.fromFormat(there.toFormat(form), form, OPTIONS);
    return again.isValid && Math.abs(again.toMillis() - there.toMillis()) < 3_600_000;
  });
}
