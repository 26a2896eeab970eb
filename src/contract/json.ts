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

/** The object's own value under a key; what a prototype holds is never data. */
export function ownValue(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The object's own nested object under a key; undefined when the value there is anything but an object. */
export function ownObject(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = ownValue(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** Whether an object says anything under a key; null and an empty text say nothing. */
export function isPresent(object: JsonObject, key: string): boolean {
  const value = ownValue(object, key);
  return value !== undefined && value !== null && value !== '';
}

/**
 * The first value present of a header, its name compared without regard to case; of a list of values the first.
 * Interface: section "Pay-in request headers" and its like.
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
