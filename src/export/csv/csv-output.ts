/** Bytes of a CSV being written, from 0 to `at`. */
export interface CsvOutput {
  bytes: Uint8Array;
  at: number;
}

const APOSTROPHE = 0x27;
const QUOTE = 0x22;
const SPACE = 0x20;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** A cell with one of these bytes is quoted. */
const QUOTED = table('",\r\n', 1);
/** Bytes that make a formula of a text that begins with one; after spaces, only the first four do. */
const FORMULA = table('=+-@', 2, table('\t\r\n\0', 1));

const BILLION = 1_000_000_000;
/** Digits of the current number, the last one last. */
const digits = new Uint8Array(24);

/** Makes room for so many more bytes. */
export function reserve(output: CsvOutput, more: number): void {
  if (output.at + more <= output.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * output.bytes.length, output.at + more));
  larger.set(output.bytes.subarray(0, output.at));
  output.bytes = larger;
}

/** Writes a text's bytes as a cell: guarded against formulas, and quoted where RFC 4180 demands it. */
export function writeText(output: CsvOutput, text: Uint8Array, start: number, length: number): void {
  reserve(output, 2 * length + 3);
  const { bytes } = output;
  const end = start + length;
  const guarded = isFormula(text, start, end);
  let at = output.at;
  if (guarded) bytes[at++] = APOSTROPHE;
  let special = 0;
  for (let from = start; from < end; from += 1) {
    const byte = text[from]!;
    special |= QUOTED[byte]!;
    bytes[at++] = byte;
  }
  if (special === 0) output.at = at;
  else writeQuoted(output, text, start, end, guarded);
}

function writeQuoted(
  output: CsvOutput,
  text: Uint8Array,
  start: number,
  end: number,
  guarded: boolean,
): void {
  const { bytes } = output;
  let at = output.at;
  bytes[at++] = QUOTE;
  if (guarded) bytes[at++] = APOSTROPHE;
  for (let from = start; from < end; from += 1) {
    const byte = text[from]!;
    if (byte === QUOTE) bytes[at++] = QUOTE;
    bytes[at++] = byte;
  }
  bytes[at++] = QUOTE;
  output.at = at;
}

function isFormula(text: Uint8Array, start: number, end: number): boolean {
  if (start === end) return false;
  let at = start;
  while (at < end && text[at] === SPACE) at += 1;
  return at < end && FORMULA[text[at]!]! > (at === start ? 0 : 1);
}

/** Writes bytes unchanged. */
export function writeBytes(output: CsvOutput, bytes: Uint8Array): void {
  reserve(output, bytes.length);
  const { bytes: out, at } = output;
  for (let index = 0; index < bytes.length; index += 1) out[at + index] = bytes[index]!;
  output.at = at + bytes.length;
}

/**
 * Writes a whole number with its last digits behind a decimal point.
 * @param value less than 2^53 either way
 * @param places how many digits; with none there is no point
 */
export function writeDecimal(output: CsvOutput, value: number, places: number): void {
  reserve(output, digits.length + places + 2);
  const { bytes } = output;
  let at = output.at;
  if (value < 0) bytes[at++] = MINUS;
  const first = digitsOf(Math.abs(value));
  const count = digits.length - first;
  // 5 centavos are 0.05.
  for (let missing = places + 1 - count; missing > 0; missing -= 1) {
    bytes[at++] = ZERO;
    if (missing === places + 1 - count && places > 0) bytes[at++] = POINT;
  }
  for (let index = first; index < digits.length; index += 1) {
    if (digits.length - index === places && count > places) bytes[at++] = POINT;
    bytes[at++] = digits[index]!;
  }
  output.at = at;
}

/** Fills the digits from the end; returns where they begin. */
function digitsOf(value: number): number {
  let at = digits.length;
  let rest = value;
  // Whole numbers of 32 bits are divided much faster than others.
  while (rest >= BILLION) {
    const high = Math.floor(rest / BILLION);
    let low = rest - high * BILLION;
    for (let digit = 0; digit < 9; digit += 1) {
      const tenth = (low / 10) | 0;
      digits[--at] = ZERO + (low - tenth * 10);
      low = tenth;
    }
    rest = high;
  }
  let low = rest;
  do {
    const tenth = (low / 10) | 0;
    digits[--at] = ZERO + (low - tenth * 10);
    low = tenth;
  } while (low > 0);
  return at;
}

/** Writes a whole number below 100 as two digits. */
export function writeTwo(output: CsvOutput, value: number): void {
  const tens = (value / 10) | 0;
  output.bytes[output.at] = ZERO + tens;
  output.bytes[output.at + 1] = ZERO + (value - tens * 10);
  output.at += 2;
}

function table(characters: string, mark: number, marks: Uint8Array = new Uint8Array(256)): Uint8Array {
  for (const character of characters) marks[character.charCodeAt(0)] = mark;
  return marks;
}
