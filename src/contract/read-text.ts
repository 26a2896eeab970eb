import { JsonNumber, numberText } from './json.ts';

const AMOUNT_TEXT_LENGTH = 64;

/**
 * The text of a text field: a string as it stands, a number as its literal text, anything else and '' as absent.
 * U+0000 and lone surrogates, which PostgreSQL cannot store, come back as `\u0000` and `\ud800` in six characters; a text
 * that has such six characters itself comes back with their backslashes doubled, so that two texts are never one.
 * Interface: section "Resources and their fields", type String.
 */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : storable(value);
  return numberText(value);
}

/**
 * The text of a value that counts even where it is no text: like `readText`, but a boolean, object or array is shown
 * as JSON of at most 64 characters. Interface: money.amount (the unit is the region's, not judged here), and the
 * acknowledgement, which is SUCCESS or something else.
 */
export function readAnyText(value: unknown): string | undefined {
  if (
    typeof value === 'boolean' ||
    (typeof value === 'object' && value !== null && !(value instanceof JsonNumber))
  ) {
    return cut(
      JSON.stringify(value, (_key, part) => (part instanceof JsonNumber ? rawJson(part.text) : part)),
    );
  }
  return readText(value);
}

/**
 * What PostgreSQL cannot store, or looks like the escape of it, with all backslashes before it. With the u flag a
 * surrogate pair is one character, so that the class finds lone surrogates only.
 */
const ESCAPED = /(?<!\\)(\\*)(?:([\0\ud800-\udfff])|(?<=\\)(u(?:0000|d[89a-f][\da-f]{2})))/gu;

function storable(text: string): string {
  if (!text.includes('\0') && !text.includes('\\u') && text.isWellFormed()) return text;
  return text.replace(ESCAPED, (_all, slashes: string, unit: string | undefined, looksEscaped: string) => {
    // Doubled, so that an odd number of backslashes stands before an escape only.
    const doubled = slashes + slashes;
    return unit === undefined ? `${doubled}${looksEscaped}` : `${doubled}\\u${hexOf(unit)}`;
  });
}

function hexOf(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}

function cut(text: string): string {
  if (text.length <= AMOUNT_TEXT_LENGTH) return text;
  const head = text.slice(0, AMOUNT_TEXT_LENGTH);
  return head.isWellFormed() ? head : head.slice(0, -1);
}

// The library types of this TypeScript target do not know JSON.rawJSON yet.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown };
