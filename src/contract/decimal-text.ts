const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A number read from its text, exactly. */
export interface Decimal {
  readonly negative: boolean;
  /** Digits without leading or trailing zeros; empty for zero. */
  readonly digits: string;
  /** The value is digits times ten to this power; 0 for zero. */
  readonly power: number;
}

/**
 * Reads a number in JSON's grammar, with leading zeros allowed, without spaces, plus sign or separators; undefined
 * for anything else.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text === lastText) return lastDecimal;
  lastDecimal = readDecimal(text);
  lastText = text;
  return lastDecimal;
}

/** A line has the same amount several times, and each is looked at several times. */
let lastText = '';
let lastDecimal: Decimal | undefined;

function readDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  const all = match[2]! + fraction;
  // Scanned by hand: a regular expression for trailing zeros takes quadratic time on a long line of them.
  let start = 0;
  while (all[start] === '0') start += 1;
  const negative = match[1] === '-';
  if (start === all.length) return { negative, digits: '', power: 0 };
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  const trailing = all.length - end;
  const power = Number(match[4] ?? 0) - fraction.length + trailing;
  return { negative, digits: all.slice(start, end), power };
}

/** Whether a text is a number that {@link parseDecimal} reads. */
export function isDecimalText(text: string): boolean {
  return parseDecimal(text) !== undefined;
}

/**
 * The decimal places that the value of a number needs: none for `200.0` and `2e4`, 3 for `1.005`; Infinity if
 * unreadable.
 */
export function decimalPlaces(text: string): number {
  const value = parseDecimal(text);
  if (value === undefined) return Number.POSITIVE_INFINITY;
  return value.digits === '' ? 0 : Math.max(0, -value.power);
}

/** Whether a number is less than zero by value, which `-0` is not. */
export function isNegative(text: string): boolean {
  const value = parseDecimal(text);
  return value?.negative === true && value.digits !== '';
}
