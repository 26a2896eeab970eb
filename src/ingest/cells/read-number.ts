import { type Decimal, isDecimalText, parseDecimal } from '../../contract/decimal-text.ts';
import type { TableFormat } from '../../settings/table-format.ts';

const ARABIC_ZERO = 0x660;
const ARABIC_DECIMAL = '\u066b';
const ARABIC_GROUP = '\u066c';
/** Marks of the writing direction, which exports put around numbers and times. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/g;
/** A larger shift is written as an exponent. */
const MOST_ZEROS = 40;

/** A text with the digits ٠ to ٩ as 0 to 9. */
export function withWesternDigits(text: string): string {
  return text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));
}

/** A number or time with the digits 0 to 9, and without marks of the writing direction. */
export function westernText(text: string): string {
  return withWesternDigits(text.replace(DIRECTION_MARKS, ''));
}

/** Reads the text of a cell into the text of a number in JSON's grammar; undefined for a text of another form. */
export type NumberReader = (text: string) => string | undefined;

/**
 * The reader of numbers of a table. Where the table does not say how they are written, they are written as in JSON.
 * @example numberReader({ decimal: ',', group: '.' })('1.234,56') === '1234.56'
 * @example numberReader({ decimal: ',', group: '.' })('1234.56') === undefined
 */
export function numberReader({ decimal, group, digits }: TableFormat): NumberReader {
  const isArabic = digits === 'arabic';
  if (decimal === undefined && group === undefined && !isArabic) {
    return (text) => (isDecimalText(text) ? text : undefined);
  }
  const decimals = `[${decimal ?? '.'}${isArabic ? ARABIC_DECIMAL : ''}]`;
  const marks = `${group ?? ''}${isArabic ? ARABIC_GROUP : ''}`;
  const whole = marks === '' ? String.raw`\d+` : String.raw`\d{1,3}(?:[${marks}]\d{3})+|\d+`;
  const pattern = new RegExp(`^(-?)(${whole})(?:${decimals}(\\d+))?$`, 'u');
  return (text) => {
    const match = pattern.exec(isArabic ? westernText(text) : text);
    if (match === null) return undefined;
    const fraction = match[3] === undefined ? '' : `.${match[3]}`;
    return `${match[1]}${match[2]!.replace(/\D/gu, '')}${fraction}`;
  };
}

/**
 * A number times a power of ten, exactly and without an exponent.
 * @param text a number in JSON's grammar
 * @example shifted('1234.56', 2) === '123456'
 * @example shifted('15050', -2) === '150.5'
 */
export function shifted(text: string, places: number): string {
  const value = parseDecimal(text);
  if (value === undefined || places === 0) return text;
  if (value.digits === '') return '0';
  const sign = value.negative ? '-' : '';
  const power = value.power + places;
  if (Math.abs(power) > MOST_ZEROS) return `${sign}${value.digits}e${power}`;
  if (power >= 0) return `${sign}${value.digits}${'0'.repeat(power)}`;
  const all = value.digits.padStart(1 - power, '0');
  return `${sign}${all.slice(0, power)}.${all.slice(power)}`;
}

/** The digits that a workbook keeps of a number; a file shows more of them only by the way it stores them. */
const KEPT_DIGITS = 15;

/**
 * A number of a workbook with the digits that it shows: `0.28999999999999998` is how a file stores 0.29.
 * @returns a number without an exponent; a text that is no number stays as it is
 */
export function rounded(text: string): string {
  const value = parseDecimal(text);
  if (value === undefined || Math.abs(value.power) > MOST_ZEROS * 10) return text;
  const extra = value.digits.length - KEPT_DIGITS;
  if (extra <= 0) return plainOf(value);
  const cut = BigInt(value.digits.slice(0, KEPT_DIGITS)) + (value.digits[KEPT_DIGITS]! >= '5' ? 1n : 0n);
  return plainOf({ ...value, ...parseDecimal(`${cut}e${value.power + extra}`)!, negative: value.negative });
}

/**
 * A number of a workbook without the last digits that sums of binary numbers leave: `0.30000000000000004` is 0.3. Undefined where the
 * digits beyond those that a workbook keeps say more than half of a thousandth: they are of the amount, or lost.
 */
export function withoutNoise(text: string): string | undefined {
  const value = parseDecimal(text);
  const shown = rounded(text);
  if (value === undefined || value.digits.length <= KEPT_DIGITS) return shown;
  const beyond = BigInt(value.digits.slice(KEPT_DIGITS));
  const whole = 10n ** BigInt(value.digits.length - KEPT_DIGITS);
  const difference = 2n * beyond < whole ? beyond : whole - beyond;
  const places = -3 - value.power;
  return places > 0 && 2n * difference < 10n ** BigInt(places) ? shown : undefined;
}

function plainOf({ negative, digits, power }: Decimal): string {
  if (digits === '') return '0';
  return shifted(`${negative ? '-' : ''}${digits}`, power);
}
