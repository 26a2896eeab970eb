import type { JsonObject } from './json.ts';

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
