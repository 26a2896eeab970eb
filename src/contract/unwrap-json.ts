import { isJsonObject, type JsonObject } from './json.ts';
import { type ParsedLine, parseJsonLine } from './parse-json.ts';
import { JSON_PARTS } from './record-paths.ts';

/** Some stores keep messages as they went over the wire. */
const CONTAINERS = JSON_PARTS.filter((path) => !path.includes('.'));
/** What a request and a response hold alike. */
const INNER_CONTAINERS = JSON_PARTS.filter((path) => path.startsWith('request.')).map((path) =>
  path.slice('request.'.length),
);

export interface Unwrapped {
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
