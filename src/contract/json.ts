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
