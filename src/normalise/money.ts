import { parseDecimal } from '../contract/decimal-text.ts';
import { CURRENCY_EXPONENTS } from '../settings/currencies.ts';

const MAX_MINOR = 9_223_372_036_854_775_807n;
/** No 64-bit amount needs a larger shift; a value with a larger one is out of range. */
const MAX_SHIFT = 40;

/**
 * Reads an amount exactly into minor units; undefined where that is not possible.
 * @param text a number in JSON's grammar, leading zeros allowed
 * @param unit whether the text counts minor or major units
 * @param decimals how many decimal places the value may have in that unit
 * @param exponent decimal places between the currency's major and minor unit
 * @example readMinorUnits('150.500', 'major', 2, 2) // 15050n
 * @example readMinorUnits('2e4', 'minor', 0, 2) // 20000n, which is BRL 200.00
 */
export function readMinorUnits(
  text: string | undefined,
  unit: 'minor' | 'major',
  decimals: number,
  exponent: number,
): bigint | undefined {
  if (text === undefined) return undefined;
  const value = parseDecimal(text);
  if (value === undefined) return undefined;
  if (value.digits === '') return 0n;
  const places = unit === 'minor' ? decimals : Math.min(decimals, exponent);
  const shift = value.power + (unit === 'minor' ? 0 : exponent);
  if (value.negative || value.power < -places || shift > MAX_SHIFT || shift < 0) return undefined;
  if (value.digits.length + shift > 19) return undefined;
  const minor = BigInt(value.digits + '0'.repeat(shift));
  return minor > MAX_MINOR ? undefined : minor;
}

/**
 * Reads a message's amount into minor units of its currency; undefined where that cannot be done exactly, or where
 * the currency is absent.
 * @param reading how amounts of the message's region are written
 */
export function readMoney(
  text: string | undefined,
  currency: string | undefined,
  reading: { readonly amountUnit: 'minor' | 'major'; readonly decimals: number },
): bigint | undefined {
  if (currency === undefined) return undefined;
  return readMinorUnits(text, reading.amountUnit, reading.decimals, currencyExponent(currency));
}

/**
 * One spelling for each value, so that `150.5`, `150.50` and `1505e-1` are the same amount in a digest. Text that is
 * no number stays unchanged, after `text `.
 */
export function canonicalAmount(text: string): string {
  const value = parseDecimal(text);
  if (value === undefined) return `text ${text}`;
  if (value.digits === '') return '0';
  return `${value.negative ? '-' : ''}${value.digits}e${value.power}`;
}

/**
 * Minor units as a decimal in major units.
 * @example formatMajor('-150', 2) // '-1.50'
 */
export function formatMajor(minor: string, exponent: number): string {
  if (exponent === 0) return minor;
  const negative = minor.startsWith('-');
  const digits = (negative ? minor.slice(1) : minor).padStart(exponent + 1, '0');
  const cut = digits.length - exponent;
  return `${negative ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/**
 * A positive whole number, however it is spelled (`3600`, `3.6e3`), else undefined. Numbers of more than 15 digits
 * become the largest safe one.
 */
export function readPositiveWhole(text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (value === undefined || value.negative || value.digits === '' || value.power < 0) return undefined;
  return value.digits.length + value.power > 15
    ? Number.MAX_SAFE_INTEGER
    : Number(value.digits) * 10 ** value.power;
}

/** By code; nothing that is absent is a code. */
const EXPONENT_OF: ReadonlyMap<unknown, number> = CURRENCY_EXPONENTS;

/** Decimal places where the currency is absent or not in ISO 4217. */
const UNKNOWN_CURRENCY_EXPONENT = 2;

/** Whether the text is a code of ISO 4217, with exactly these letters. */
export function isIsoCurrency(code: string | undefined): code is string {
  return EXPONENT_OF.has(code);
}

/** Every code of ISO 4217, for use in SQL. */
export function isoCurrencies(): readonly string[] {
  return [...CURRENCY_EXPONENTS.keys()];
}

/** Decimal places between major and minor unit: BRL 2, JPY 0, KWD 3. Source: ISO 4217. */
export function currencyExponent(code: string | null | undefined): number {
  return EXPONENT_OF.get(code) ?? UNKNOWN_CURRENCY_EXPONENT;
}

/** Every code of ISO 4217 with another exponent than an unknown currency, for use in SQL. */
export function unusualExponents(): ReadonlyArray<readonly [code: string, exponent: number]> {
  return [...CURRENCY_EXPONENTS].filter(([, exponent]) => exponent !== UNKNOWN_CURRENCY_EXPONENT);
}
