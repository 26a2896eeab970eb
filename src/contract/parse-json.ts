import { duplicateKeys } from './duplicate-keys.ts';
import { JsonNumber } from './json.ts';
import { scanJson } from './scan-json.ts';

export type ParsedLine =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Dot paths of the interface's keys that stand twice in one object, of which the last counted; sorted. */
      readonly duplicateKeys: readonly string[];
    }
  | {
      readonly ok: false;
      readonly reason: 'not_json' | 'too_deep';
      /** 1-based, in UTF-16 units. */
      readonly column: number | undefined;
    };

const NONE: readonly string[] = Object.freeze([]);

/**
 * Parses one line of JSON; a number whose binary float is written otherwise (`150.50`, `2e4`, 17 digits) comes back
 * as a JsonNumber. Interface: section "Pay-in request body", money.amount.
 */
export function parseJsonLine(text: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, reason: 'not_json', column: jsonErrorColumn(text, error) };
  }
  // Everything recursive comes after this: the parser itself is not.
  const scan = scanJson(text);
  if (scan.tooDeepAt !== undefined) return { ok: false, reason: 'too_deep', column: scan.tooDeepAt + 1 };
  return {
    ok: true,
    duplicateKeys: scan.keys === countKeys(value) ? NONE : duplicateKeys(text),
    value: scan.oddNumber ? parseWithSource(text, keepLiteral) : value,
  };
}

function keepLiteral(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  return typeof value === 'number' && source !== undefined && String(value) !== source
    ? new JsonNumber(source)
    : value;
}

/** Own keys of all objects, to be held against the keys written: fewer means that one stands twice. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const part of value) count += countKeys(part);
    return count;
  }
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    count++;
    const part = object[key];
    if (typeof part === 'object') count += countKeys(part);
  }
  return count;
}

// The library types of this TypeScript target do not know the reviver's third parameter yet.
const parseWithSource = JSON.parse as (text: string, reviver: typeof keepLiteral) => unknown;

const END = 'Unexpected end of JSON input';
const POSITION = / at position (\d+)(?: \(line \d+ column \d+\))?$/;

/**
 * The column (1-based, in UTF-16 units) at which a text stops being JSON; undefined if that cannot be told.
 * Nothing else of the parser's message may be shown: it quotes the line, and with it the payer.
 */
export function jsonErrorColumn(text: string, error: unknown): number | undefined {
  const message = error instanceof SyntaxError ? error.message : '';
  if (message === END) return text.length + 1;
  const position = POSITION.exec(message)?.[1];
  if (position !== undefined) return Number(position) + 1;
  return isUnexpectedToken(message) ? unexpectedTokenColumn(text) : undefined;
}

/** The one message without a position: the shortest prefix that already has the error ends at it. */
function unexpectedTokenColumn(text: string): number | undefined {
  let sound = 0;
  let broken = Math.min(16, text.length);
  while (!isBrokenBy(text, broken)) {
    if (broken === text.length) return undefined;
    sound = broken;
    broken = Math.min(2 * broken, text.length);
  }
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2);
    if (isBrokenBy(text, middle)) broken = middle;
    else sound = middle;
  }
  return broken;
}

function isBrokenBy(text: string, length: number): boolean {
  try {
    JSON.parse(text.slice(0, length));
    return false;
  } catch (error) {
    return error instanceof SyntaxError && isUnexpectedToken(error.message);
  }
}

function isUnexpectedToken(message: string): boolean {
  return message.startsWith('Unexpected token');
}
