import { parseDecimal } from '../contract/decimal-text.ts';
import { type Instant, toInstant } from './instant.ts';

/** Digits before the point of a count of seconds, and of milliseconds, from 2001 to 2286. */
const SECONDS_DIGITS = 10;
const MILLISECONDS_DIGITS = 13;
const MICROS = 1_000_000n;

/**
 * Reads a count of seconds or milliseconds since 1970-01-01T00:00:00Z, as loggers write it, to the microsecond (the
 * rest is cut). Seconds have ten digits, milliseconds thirteen; undefined for anything else, so that a date without
 * separators (`20261119130500`) is never taken for a count.
 * @example readEpoch('1763557500') // 2025-11-19T13:05:00Z
 * @example readEpoch('1763557500123') // 2025-11-19T13:05:00.123Z
 */
export function readEpoch(text: string): Instant | undefined {
  const value = parseDecimal(text);
  if (value === undefined || value.negative) return undefined;
  const wholeDigits = value.digits.length + value.power;
  if (wholeDigits !== SECONDS_DIGITS && wholeDigits !== MILLISECONDS_DIGITS) return undefined;
  const toMicros = wholeDigits === SECONDS_DIGITS ? 6 : 3;
  const micros = BigInt(value.digits.slice(0, wholeDigits + toMicros).padEnd(wholeDigits + toMicros, '0'));
  return toInstant(Number(micros / MICROS), Number(micros % MICROS));
}
