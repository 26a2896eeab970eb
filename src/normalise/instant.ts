import { isDay } from '../contract/criteria.ts';

/** An instant in UTC to the microsecond. */
export interface Instant {
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly seconds: number;
  /** 0 to 999,999. */
  readonly micros: number;
}

/** A time as written: its local reading and, where the text has one, its offset from UTC in seconds. */
export interface WrittenTime {
  readonly localSeconds: number;
  readonly micros: number;
  readonly offsetSeconds: number | undefined;
}

const FIRST_SECOND = Date.UTC(2000, 0, 1) / 1000 - 730_119 * 86_400; // 0001-01-01T00:00:00Z
const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;
/** Room at both ends for the date of an instant in any zone, and for the dates next to it. */
const MARGIN_SECONDS = 2 * 86_400;

/**
 * Reads `yyyy-MM-dd`, `T` or a space, `HH:mm:ss`, up to nine fraction digits (cut to microseconds) and an optional
 * `Z`, `±HH:mm` or `±HHmm`; undefined for anything else and for days that the calendar does not have.
 */
export function parseWrittenTime(text: string): WrittenTime | undefined {
  if (text === lastText) return lastWritten;
  lastWritten = readWrittenTime(text);
  lastText = text;
  return lastWritten;
}

/** A line has the same time several times. Only one is kept: a text can hold the memory of its whole line. */
let lastText = '';
let lastWritten: WrittenTime | undefined;

/** Digit by digit, which takes a third of the time of a regular expression. What is no digit makes a part NaN. */
function readWrittenTime(text: string): WrittenTime | undefined {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (!isDay(year, month, day) || !(hour <= 23 && minute <= 59 && second <= 59)) return undefined;
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined;
  if (text[10] !== 'T' && text[10] !== ' ') return undefined;
  let end = 19;
  let micros = 0;
  if (text[end] === '.') {
    for (let value = 100_000; isDigit(text, end + 1); value = Math.floor(value / 10)) {
      end += 1;
      micros += (text.charCodeAt(end) - ZERO) * value;
    }
    if (end === 19 || end > 19 + MOST_FRACTION_DIGITS) return undefined;
    end += 1;
  }
  const localSeconds = daysFromEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
  if (end === text.length) return { localSeconds, micros, offsetSeconds: undefined };
  const offsetSeconds = readOffset(text, end);
  return Number.isNaN(offsetSeconds) ? undefined : { localSeconds, micros, offsetSeconds };
}

const MOST_FRACTION_DIGITS = 9;
const ZERO = 0x30;
const HYPHEN = 0x2d;
const COLON = 0x3a;

/** `Z`, `±HH:mm` or `±HHmm` from a place to the end of a text, in seconds; NaN for anything else. */
function readOffset(text: string, start: number): number {
  const sign = text[start];
  if (sign === 'Z') return text.length === start + 1 ? 0 : Number.NaN;
  if (sign !== '+' && sign !== '-') return Number.NaN;
  const minutesAt = start + (text[start + 3] === ':' ? 4 : 3);
  const [hour, minute] = [twoDigits(text, start + 1), twoDigits(text, minutesAt)];
  if (text.length !== minutesAt + 2 || !(hour <= 23 && minute <= 59)) return Number.NaN;
  const offset = (hour * 60 + minute) * 60;
  return sign === '-' ? -offset : offset;
}

/** A number of two ASCII digits; NaN where there are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function isDigit(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9;
}

/** The instant; undefined outside the years 1 to 9999, and in the first and the last two days of these. */
export function toInstant(seconds: number, micros: number): Instant | undefined {
  const isWithin = seconds >= FIRST_SECOND + MARGIN_SECONDS && seconds <= LAST_SECOND - MARGIN_SECONDS;
  return isWithin ? { seconds, micros } : undefined;
}

/** The instant of JavaScript's milliseconds since 1970; undefined as in {@link toInstant}, and for NaN. */
export function instantOfMilliseconds(milliseconds: number): Instant | undefined {
  if (Number.isNaN(milliseconds)) return undefined;
  const seconds = Math.floor(milliseconds / 1000);
  return toInstant(seconds, (milliseconds - seconds * 1000) * 1000);
}

/** Seconds from one instant to another, with fractions. */
export function secondsBetween(from: Instant, to: Instant): number {
  return to.seconds - from.seconds + (to.micros - from.micros) / 1_000_000;
}

/** Adds whole seconds and stays in the years 1 to 9999, so that a deadline can always be written. */
export function addSeconds(instant: Instant, seconds: number): Instant {
  const sum = Math.max(FIRST_SECOND, Math.min(instant.seconds + seconds, LAST_SECOND));
  return { seconds: sum, micros: instant.micros };
}

/** `2026-11-19 13:05:00.25+00`, as PostgreSQL reads it in any session. */
export function formatInstant(instant: Instant): string {
  const days = Math.floor(instant.seconds / 86_400);
  const rest = instant.seconds - days * 86_400;
  const fraction = instant.micros === 0 ? '' : `.${String(instant.micros).padStart(6, '0')}`;
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return `${formatDay(days)} ${clock}${fraction}+00`;
}

/** An instant as PostgreSQL writes it in UTC, in ISO 8601: `2026-11-19 13:05:00.25+00` as `2026-11-19T13:05:00.25Z`. */
export function isoInstant(utcText: string): string {
  return utcText.replace(' ', 'T').replace(/\+00$/, 'Z');
}

/** An instant as PostgreSQL writes it in UTC, in ISO 8601 and cut to the second. */
export function isoSeconds(utcText: string): string {
  return isoInstant(utcText).replace(/(?:\.\d+)?Z$/, 'Z');
}

let lastDay = Number.NaN;
let lastDayText = '';

function formatDay(days: number): string {
  if (days !== lastDay) {
    lastDay = days;
    lastDayText = new Date(days * 86_400_000).toISOString().slice(0, 10);
  }
  return lastDayText;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function daysFromEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The instant of a text in UTC, in ISO 8601 or as PostgreSQL writes it. Throws Error for any other. */
export function instantOfText(text: string): Instant {
  const written = parseWrittenTime(isoInstant(text));
  if (written?.offsetSeconds === undefined) throw new Error(`not an instant: ${text}`);
  return { seconds: written.localSeconds - written.offsetSeconds, micros: written.micros };
}
