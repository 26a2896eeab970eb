/** A JSON number that keeps its literal text, because a binary float would not (`150.500`, `2e4`, 17 digits). */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonObject = { readonly [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** The literal text of a number however it was parsed; undefined for anything else. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (value instanceof JsonNumber) return value.text;
  return undefined;
}

/** The object's own value under a key; values of its prototype never count. */
export function ownValue(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The object's own nested object under a key; undefined for any other value. */
export function ownObject(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = ownValue(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** Whether an object has a value under a key; null and an empty text count as none. */
export function isPresent(object: JsonObject, key: string): boolean {
  const value = ownValue(object, key);
  return value !== undefined && value !== null && value !== '';
}

/**
 * The first non-empty value of a header, compared by name without regard to case; the first of a list of values.
 * Interface: section "Pay-in request headers" and the other header sections.
 */
export function headerValue(headers: JsonObject, name: string): unknown {
  const lowerCaseName = name.toLowerCase();
  for (const key of Object.keys(headers)) {
    if (key.length !== name.length || key.toLowerCase() !== lowerCaseName) continue;
    const values = headers[key];
    const value: unknown = Array.isArray(values) ? values[0] : values;
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

const AMOUNT_TEXT_LENGTH = 64;

/**
 * The text of a text field: a string unchanged, a number as its literal text, anything else and '' as absent. U+0000
 * and lone surrogates, which PostgreSQL cannot store, become `\u0000` and `\ud800` in six characters. Where a text
 * itself has such six characters, their backslashes are doubled, so that two texts never become one. Interface:
 * section "Resources and their fields", type String.
 */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : storable(value);
  return numberText(value);
}

/**
 * The text of a value that counts even where it is no text: like `readText`, but a boolean, object or array becomes
 * JSON of at most 64 characters. Interface: money.amount (its unit is the region's), and the acknowledgement, which
 * is SUCCESS or anything else.
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
 * What PostgreSQL cannot store, or what looks like its escape, with all backslashes before it. With the u flag a
 * surrogate pair is one character, so that the class matches lone surrogates only.
 */
const ESCAPED = /(?<!\\)(\\*)(?:([\0\ud800-\udfff])|(?<=\\)(u(?:0000|d[89a-f][\da-f]{2})))/gu;

function storable(text: string): string {
  if (!text.includes('\0') && !text.includes('\\u') && text.isWellFormed()) return text;
  return text.replace(ESCAPED, (_all, slashes: string, unit: string | undefined, looksEscaped: string) => {
    // Doubled, so that only an escape has an odd number of backslashes before it.
    const doubled = slashes + slashes;
    return unit === undefined ? `${doubled}${looksEscaped}` : `${doubled}\\u${hexOf(unit)}`;
  });
}

function hexOf(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}

function cut(text: string): string {
  const head = text.slice(0, AMOUNT_TEXT_LENGTH);
  return head.isWellFormed() ? head : head.slice(0, -1);
}

declare global {
  /** The types of this TypeScript target do not have it yet. */
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/** A number that JSON.stringify writes with exactly these digits. */
export function rawJson(number: string): unknown {
  return JSON.rawJSON(number);
}
