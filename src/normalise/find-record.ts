import { headerValue, isJsonObject, type JsonObject, ownValue, readText } from '../contract/json.ts';
import { type ParsedLine, parseJsonLine } from '../contract/parse-json.ts';
import { JSON_PARTS } from '../contract/record-paths.ts';
import type { Settings } from '../settings/schema.ts';

const PREFIXES = new Map<string, RegExp>();

/**
 * The record of a log line: its JSON, without the prefix that the setting logs.prefix describes, out of the field
 * that logs.field names, and parsed again where it is a JSON string. A line without that prefix or field, or that is a
 * record of `capture`, is read as it is.
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
  // A line that is only a text is not a record; a field that should hold a record and does not is broken.
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

/** The value of the field that holds the record; the whole value where there is no such field. */
function wrappedValue(value: unknown, field: string): unknown {
  if (field === '' || isCaptured(value)) return value;
  let found: unknown = value;
  for (const key of field.split('.')) found = isJsonObject(found) ? ownValue(found, key) : undefined;
  return found ?? value;
}

/**
 * Whether a line is a record as `capture` writes it, with a digest or a verdict beside a body: without what is beside its
 * body, a callback that is not verified would settle an order.
 */
function isCaptured(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return [value, ownValue(value, 'request')].some(
    (message) =>
      isJsonObject(message) &&
      Object.hasOwn(message, 'body') &&
      (Object.hasOwn(message, 'bodySha256') || Object.hasOwn(message, 'verified')),
  );
}

/** A header's text, by its name without regard to case; the first of a list of values. */
export function readHeader(headers: unknown, name: string): string | undefined {
  return isJsonObject(headers) ? readText(headerValue(headers, name)) : undefined;
}

/** The value if it is a JSON object, else undefined. */
export function objectOrNone(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Some stores keep messages as they went over the wire. */
const CONTAINERS = JSON_PARTS.filter((path) => !path.includes('.'));
/** The parts that a request and a response have in common. */
const INNER_CONTAINERS = JSON_PARTS.filter((path) => path.startsWith('request.')).map((path) =>
  path.slice('request.'.length),
);

interface Unwrapped {
  readonly value: JsonObject;
  /** Dot paths of keys that occur twice within a text. */
  readonly duplicateKeys: readonly string[];
}

/**
 * A record whose parts are escaped JSON text (`{"body": "{\"orderNo\": …}"}`) with those parts as objects. A text
 * that is no JSON object stays a text. Interface: bodies are JSON, however a store keeps them.
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

/** A text parsed as a JSON object, or undefined. */
function parseObjectText(text: string): Extract<ParsedLine, { ok: true }> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  const parsed = parseJsonLine(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed : undefined;
}

function mayHold(value: unknown): boolean {
  if (typeof value === 'string') return true;
  return isJsonObject(value) && INNER_CONTAINERS.some((key) => typeof value[key] === 'string');
}
