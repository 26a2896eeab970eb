import { headerValue } from '../contract/header-value.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { readText } from '../contract/read-text.ts';

/** A header's text, its name compared without case; of a list of values the first. */
export function readHeader(headers: unknown, name: string): string | undefined {
  return isJsonObject(headers) ? readText(headerValue(headers, name)) : undefined;
}

/** The value if it is a JSON object, else undefined. */
export function objectOrNone(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
