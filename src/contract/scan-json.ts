/** The deepest nesting of objects and arrays that is read. */
export const MAX_DEPTH = 64;

/** What the text of a JSON value shows and its parsed value does not. */
export interface JsonScan {
  /** Keys written in all objects, each repetition counted. */
  keys: number;
  /** Whether a number stands there whose binary float is written otherwise. */
  oddNumber: boolean;
  /** Where the nesting passes the limit, as an index into the text; undefined if it does not. */
  tooDeepAt: number | undefined;
}

/** Scans a text once; it must be valid JSON, so that every colon outside a string follows a key. */
export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { keys: 0, oddNumber: false, tooDeepAt: undefined };
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22) {
      i = stringEnd(text, i);
    } else if (unit === 0x3a) {
      scan.keys++;
    } else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > MAX_DEPTH) {
        scan.tooDeepAt = i;
        return scan;
      }
    } else if (unit === 0x7d || unit === 0x5d) {
      depth--;
    } else if (unit === 0x2d || isDigit(unit)) {
      const end = numberEnd(text, i);
      if (!scan.oddNumber) scan.oddNumber = isOdd(text, i, end);
      i = end - 1;
    }
  }
  return scan;
}

/** The index of the quote that ends the string beginning at `start`. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === 0x5c) first--;
  return (index - first) % 2 === 1;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end++;
  return end;
}

function isOdd(text: string, start: number, end: number): boolean {
  // A whole number of at most 15 digits is exact and has one spelling, except for -0.
  if (end - start <= 15 && isPlainInteger(text, start, end)) return false;
  const literal = text.slice(start, end);
  return String(Number(literal)) !== literal;
}

function isPlainInteger(text: string, start: number, end: number): boolean {
  const isNegative = text.charCodeAt(start) === 0x2d;
  if (isNegative && text.charCodeAt(start + 1) === 0x30) return false;
  for (let i = isNegative ? start + 1 : start; i < end; i++) if (!isDigit(text.charCodeAt(i))) return false;
  return true;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Digits, point, exponent and signs. */
function isNumberPart(unit: number): boolean {
  return isDigit(unit) || unit === 0x2e || unit === 0x65 || unit === 0x45 || unit === 0x2b || unit === 0x2d;
}
