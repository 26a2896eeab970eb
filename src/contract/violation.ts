import { numberText } from './json.ts';

/** A rule of the interface that a record breaks without becoming unusable. Never holds payer data. */
export interface Violation {
  /** Dot path from the record, for example `request.body.purpose`. */
  readonly field: string;
  /** The rule in words, for example `at most 64 characters`. */
  readonly rule: string;
  /** What the value looked like, never the value itself: `string of 70 characters`, `number`, `absent`. */
  readonly shape: string;
}

/** The regional variant of the interface whose rules a body is checked by; none for other currencies. */
export type Variant = 'brazil' | 'egypt' | 'none';

/** What a value looks like, without the value itself: `string of 12 characters`, `number`, `object`, `absent`. */
export function shape(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (value === '') return 'empty string';
  if (typeof value === 'string') {
    const length = textLength(value);
    return length === 1 ? 'string of 1 character' : `string of ${length} characters`;
  }
  if (numberText(value) !== undefined) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** The length of a text in characters, which are code points: a surrogate pair counts once. */
function textLength(text: string): number {
  let length = text.length;
  for (let i = 1; i < text.length; i++) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) length--;
  }
  return length;
}

/** Whether a text has at most this many characters (code points). */
export function isAtMost(text: string, characters: number): boolean {
  // A character is one or two units, so that most texts need no counting.
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && textLength(text) <= characters;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
