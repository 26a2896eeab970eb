import { headerValue, isJsonObject, type JsonObject, ownValue } from '../contract/json.ts';
import { type ParsedLine, parseJsonLine } from '../contract/parse-json.ts';
import { readText } from '../contract/read-text.ts';
import type { Settings } from '../settings/schema.ts';

const PREFIXES = new Map<string, RegExp>();

/**
 * The record of a log line: the JSON behind the prefix that the setting logs.prefix names, out of the field that
 * logs.field names, and out of a JSON string where the line is one. A line without prefix or field is read as it is.
 */
export function findRecord(line: string, settings: Settings): ParsedLine {
  const start = prefixLength(line, settings.logs.prefix);
  const parsed = parseJsonLine(start === 0 ? line : line.slice(start));
  if (!parsed.ok) {
    return parsed.column === undefined ? parsed : { ...parsed, column: parsed.column + start };
  }
  const { field } = settings.logs;
  const value = wrappedValue(parsed.value, field);
  if (typeof value !== 'string') return field === '' ? parsed : { ...parsed, value };
  const inner = parseJsonLine(value);
  // A line that is some text is no record; a field that should hold one and does not is broken.
  return inner.ok || value !== parsed.value ? inner : parsed;
}

function prefixLength(line: string, prefix: string): number {
  if (prefix === '') return 0;
  if (prefix === 'any') return Math.max(0, line.indexOf('{'));
  let pattern = PREFIXES.get(prefix);
  if (pattern === undefined) {
    pattern = new RegExp(`^(?:${prefix})`);
    PREFIXES.set(prefix, pattern);
  }
  return pattern.exec(line)?.[0].length ?? 0;
}

/** What stands in the field that holds the record; the value itself where there is no such field. */
function wrappedValue(value: unknown, field: string): unknown {
  if (field === '') return value;
  let found: unknown = value;
  for (const key of field.split('.')) found = isJsonObject(found) ? ownValue(found, key) : undefined;
  return found ?? value;
}

/** A header's text, its name compared without case; of a list of values the first. */
export function readHeader(headers: unknown, name: string): string | undefined {
  return isJsonObject(headers) ? readText(headerValue(headers, name)) : undefined;
}

/** The value if it is a JSON object, else undefined. */
export function objectOrNone(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
