import { decimalPlaces, isDecimalText, isNegative } from './decimal-text.ts';
import { isJsonObject, JsonNumber, numberText } from './json.ts';
import { isAtMost } from './violation.ts';

/** One demand of the interface on a field. Interface: "Resources and their fields", columns M/O, Type and Rule. */
export interface Criterion {
  /** The demand in words, as a violation shows it. */
  readonly rule: string;
  /** A field is checked first for `presence`, then for `type`, then for each `value`. The first two end its check. */
  readonly kind: 'presence' | 'type' | 'value';
  readonly holds: (value: unknown) => boolean;
  /** The shape that a violation shows, where it must not depend on how the value is spelled. */
  readonly shape?: string;
}

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`;
const DAY_OF_TIME = new RegExp(`^(\\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T${TIME}`);
const OFFSET = String.raw`[+-](?:[01]\d|2[0-3]):[0-5]\d`;

/** An empty string and null count as absent. */
export const mandatory: Criterion = {
  rule: 'mandatory',
  kind: 'presence',
  holds: (value) => value !== undefined && value !== null && value !== '',
};

export const text: Criterion = { rule: 'text', kind: 'type', holds: (value) => typeof value === 'string' };

/** A numeric string is read like a number, and breaks a rule of its own. */
export const number: Criterion = {
  rule: 'number',
  kind: 'type',
  holds: (value) =>
    typeof value === 'number' ||
    value instanceof JsonNumber ||
    (typeof value === 'string' && isDecimalText(value)),
};

/** Stores without types, such as CSV, have numbers here. */
export const notText: Criterion = {
  rule: 'a number, not text',
  kind: 'value',
  holds: (value) => typeof value !== 'string',
  // Duplicates may spell an amount differently; what is reported must not depend on which was read first.
  shape: 'text',
};

export const object: Criterion = { rule: 'object', kind: 'type', holds: isJsonObject };

export const orderNumber = matching('6 to 32 alphanumeric characters', /^[0-9A-Za-z]{6,32}$/);
export const alphanumeric = matching('alphanumeric', /^[0-9A-Za-z]+$/);
export const realOnly = matching('BRL', /^BRL$/);
export const currencyCode = matching('three capital letters', /^[A-Z]{3}$/);
export const pixOnly = matching('PIX', /^PIX$/);
export const pixAccount = matching('11 or 14 digits', /^(?:\d{11}|\d{14})$/);
export const webUrl = matching('HTTP or HTTPS URL', /^https?:\/\/[^\s/?#]\S*$/i);
export const secureUrl = matching('HTTPS URL', /^https:\/\/[^\s/?#]\S*$/i);
export const jsonContent = matching('application/json', /^\s*application\/json\s*(?:;|$)/i);
export const zonedTime = matching('yyyy-MM-ddTHH:mm:ss±HH:mm', new RegExp(`^${DATE}T${TIME}${OFFSET}$`));
export const localOrZonedTime = matching(
  'yyyy-MM-ddTHH:mm:ss±HH:mm, offset optional',
  new RegExp(`^${DATE}T${TIME}(?:${OFFSET})?$`),
);

/** Only for texts that have the form of a time; all others break the rule about their form. */
export const calendarDay: Criterion = {
  rule: 'a day of the calendar',
  kind: 'value',
  holds: (value) => {
    const [, year, month, day] = DAY_OF_TIME.exec(value as string) ?? [];
    return year === undefined || isDay(Number(year), Number(month), Number(day));
  },
};

export const atMost64 = atMost(64);
export const atMost256 = atMost(256);

export const wholeCentavos = numeric('whole centavos, not negative', (literal) => {
  return decimalPlaces(literal) === 0 && !isNegative(literal);
});
export const twoDecimals = numeric('up to 2 decimal places', (literal) => decimalPlaces(literal) <= 2);
export const atMostOneDay = numeric('at most 86400 seconds', (literal) => Number(literal) <= 86_400);
export const atLeastOneHour = numeric('at least 3600 seconds', (literal) => Number(literal) >= 3_600);
export const positive = numeric('more than 0 seconds', (literal) => Number(literal) > 0);

function matching(rule: string, pattern: RegExp): Criterion {
  return { rule, kind: 'value', holds: (value) => pattern.test(value as string) };
}

function atMost(characters: number): Criterion {
  const rule = `at most ${characters} characters`;
  return { rule, kind: 'value', holds: (value) => isAtMost(value as string, characters) };
}

/** Judged on the literal text of the number, never on a binary float of an amount. */
function numeric(rule: string, test: (literal: string) => boolean): Criterion {
  return { rule, kind: 'value', holds: (value) => test(numberText(value) ?? (value as string)) };
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the calendar has a day in the years 1 to 9999; months and days count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : DAYS_IN_MONTH[month - 1]!;
}
