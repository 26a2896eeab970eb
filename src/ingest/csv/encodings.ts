export const UTF_8 = 'utf-8';

const UTF_16_MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];
/** So many bytes show whether every other one is zero. */
const SAMPLED_BYTES = 4096;
/** A single zero is a stray one, and so is one on the other side for as many on one. */
const LEAST_ZEROS = 2;
const STRAY_PART = 20;

/** The encoding that a file begins by naming; undefined if it names none. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  return UTF_16_MARKS.find(({ bytes: mark }) => mark.every((byte, index) => bytes[index] === byte))?.encoding;
}

/** The form of UTF-16 that a file begins by naming, or that its zeros show; undefined for any other encoding. */
export function utf16Of(bytes: Uint8Array): string | undefined {
  return markedEncoding(bytes) ?? unmarkedUtf16(bytes);
}

/** The encodings that the first lines of a table may be in, the likelier first. */
export function encodingsOf(bytes: Buffer): readonly string[] {
  const wide = utf16Of(bytes);
  if (wide !== undefined) return [wide];
  try {
    new TextDecoder(UTF_8, { fatal: true }).decode(bytes);
    return [UTF_8];
  } catch {
    return isArabic(bytes) ? ['windows-1256', 'windows-1252'] : ['windows-1252', 'windows-1256'];
  }
}

/**
 * Line ends, digits and separators have a zero beside them in UTF-16, always on the same side, and no other encoding of text has more
 * than stray ones.
 */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLED_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [first, second] = zeros as [number, number];
  if (Math.max(first, second) < LEAST_ZEROS || Math.min(first, second) * STRAY_PART > Math.max(first, second))
    return undefined;
  return second > first ? 'utf-16le' : 'utf-16be';
}

/** Whether most letters beyond ASCII are in words of such letters, as in Arabic: in Portuguese they are among others. */
function isArabic(bytes: Buffer): boolean {
  const runs = bytes.toString('latin1').match(/[\u0080-\u00ff]+/g) ?? [];
  const lettersIn = (some: readonly string[]) => some.reduce((sum, { length }) => sum + length, 0);
  return lettersIn(runs.filter(({ length }) => length > 2)) * 2 > lettersIn(runs);
}
