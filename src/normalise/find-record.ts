import { headerValue, isJsonObject, type JsonObject, ownValue, readText } from '../contract/json.ts';
import { type ParsedLine, parseJsonLine } from '../contract/parse-json.ts';
import { JSON_PARTS } from '../contract/record-paths.ts';
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

/** Some stores keep messages as they went over the wire. */
const CONTAINERS = JSON_PARTS.filter((path) => !path.includes('.'));
/** What a request and a response hold alike. */
const INNER_CONTAINERS = JSON_PARTS.filter((path) => path.startsWith('request.')).map((path) =>
  path.slice('request.'.length),
);

interface Unwrapped {
  readonly value: JsonObject;
  /** Dot paths of keys that stand twice within a text. */
  readonly duplicateKeys: readonly string[];
}

/**
 * A record whose parts stand as escaped JSON text (`{"body": "{\"orderNo\": …}"}`) with those parts as objects.
 * A text that is no JSON object stays as it is. Interface: bodies are JSON, however a store keeps them.
 */
export function unwrapJson(record: JsonObject): Unwrapped {
  if (!CONTAINERS.some((key) => mayHold(record[key]))) return { value: record, duplicateKeys: [] };
  const duplicateKeys: string[] = [];
  const value = unwrapParts(record, CONTAINERS, '', duplicateKeys);
  return { value, duplicateKeys };
}

function unwrapParts(
  object: JsonObject,
  keys: readonly string[],
  prefix: string,
  duplicateKeys: string[],
): JsonObject {
  const result: Record<string, unknown> = { ...object };
  for (const key of keys) {
    if (!Object.hasOwn(object, key)) continue;
    const path = `${prefix}${key}`;
    const part = parsedPart(object[key], path, duplicateKeys);
    const isMessage = prefix === '' && (key === 'request' || key === 'response');
    result[key] =
      isMessage && isJsonObject(part) ? unwrapParts(part, INNER_CONTAINERS, `${path}.`, duplicateKeys) : part;
  }
  return result;
}

function parsedPart(value: unknown, path: string, duplicateKeys: string[]): unknown {
  const parsed = typeof value === 'string' ? parseObjectText(value) : undefined;
  if (parsed === undefined) return value;
  for (const key of parsed.duplicateKeys) duplicateKeys.push(`${path}.${key}`);
  return parsed.value;
}

/** A text as the JSON object that it is, or undefined. */
function parseObjectText(text: string): Extract<ParsedLine, { ok: true }> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  const parsed = parseJsonLine(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed : undefined;
}

function mayHold(value: unknown): boolean {
  if (typeof value === 'string') return true;
  return isJsonObject(value) && INNER_CONTAINERS.some((key) => typeof value[key] === 'string');
}
