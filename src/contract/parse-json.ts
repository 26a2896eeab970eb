import { JsonNumber } from './json.ts';
import { isOfPayer, PATH_NAMES } from './record-paths.ts';

export type ParsedLine =
  | {
      readonly ok: true;
      readonly value: unknown;
      /**
       * Dot paths of the interface's keys that occur twice in one object, sorted. The last value of such a key
       * counts.
       */
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
 * Parses one line of JSON. A number that a binary float would spell differently (`150.50`, `2e4`, 17 digits) becomes
 * a JsonNumber. Interface: section "Pay-in request body", money.amount.
 */
export function parseJsonLine(text: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, reason: 'not_json', column: jsonErrorColumn(text, error) };
  }
  // Anything recursive runs after this check; the parser itself is not recursive.
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

/**
 * The number of own keys of all objects. It is compared with the number of keys written: fewer means that a key
 * occurs twice.
 */
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
 * The column (1-based, in UTF-16 units) at which a text stops being JSON; undefined if unknown. Nothing else of the
 * parser's message may be shown, because it quotes the line, and with it the payer.
 */
function jsonErrorColumn(text: string, error: unknown): number | undefined {
  const message = error instanceof SyntaxError ? error.message : '';
  if (message === END) return text.length + 1;
  const position = POSITION.exec(message)?.[1];
  if (position !== undefined) return Number(position) + 1;
  return isUnexpectedToken(message) ? unexpectedTokenColumn(text) : undefined;
}

/** For the one message without a position: the shortest prefix that has the error ends at it. */
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

/** The deepest nesting of objects and arrays that is read. */
export const MAX_DEPTH = 64;

/** What the text of a JSON value shows, but not its parsed value. */
interface JsonScan {
  /** Keys written in all objects; a repeated key counts each time. */
  keys: number;
  /** Whether a number occurs that a binary float would spell differently. */
  oddNumber: boolean;
  /** Where the nesting exceeds the limit, as an index into the text; undefined if it does not. */
  tooDeepAt: number | undefined;
}

/** Scans a text once; it must be valid JSON, so that every colon outside a string follows a key. */
function scanJson(text: string, mostDepth = MAX_DEPTH): JsonScan {
  const scan: JsonScan = { keys: 0, oddNumber: false, tooDeepAt: undefined };
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22) {
      i = stringEnd(text, i);
    } else if (unit === 0x3a) {
      scan.keys++;
    } else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > mostDepth) {
        scan.tooDeepAt = i;
        return scan;
      }
    } else if (unit === 0x7d || unit === 0x5d) {
      depth--;
    } else if (unit === 0x2d || isDigit(unit)) {
      const end = numberEnd(text, i);
      if (!scan.oddNumber) scan.oddNumber = isOdd(text, i, end);
      i = end - 1;
    }
  }
  return scan;
}

/** Whether objects and arrays of a valid JSON text are nested deeper than so many levels. */
export function isDeeperThan(text: string, mostDepth: number): boolean {
  return scanJson(text, mostDepth).tooDeepAt !== undefined;
}

/** The index of the quote that ends the string beginning at `start`. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === 0x5c) first--;
  return (index - first) % 2 === 1;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end++;
  return end;
}

function isOdd(text: string, start: number, end: number): boolean {
  // A whole number of at most 15 digits is exact and has one spelling, except for -0.
  if (end - start <= 15 && isPlainInteger(text, start, end)) return false;
  const literal = text.slice(start, end);
  return String(Number(literal)) !== literal;
}

function isPlainInteger(text: string, start: number, end: number): boolean {
  const isNegative = text.charCodeAt(start) === 0x2d;
  if (isNegative && text.charCodeAt(start + 1) === 0x30) return false;
  for (let i = isNegative ? start + 1 : start; i < end; i++) if (!isDigit(text.charCodeAt(i))) return false;
  return true;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Digits, point, exponent and signs. */
function isNumberPart(unit: number): boolean {
  return isDigit(unit) || unit === 0x2e || unit === 0x65 || unit === 0x45 || unit === 0x2b || unit === 0x2d;
}

const KNOWN: ReadonlySet<string> = new Set(PATH_NAMES.filter((path) => !isOfPayer(path) && !isHeader(path)));

interface Level {
  /** Dot path of the object; undefined for an object that the interface does not know. */
  readonly path: string | undefined;
  readonly seen: Set<string>;
}

/**
 * The dot paths of the keys that occur twice in one object of valid JSON, sorted: keys of the interface at the top,
 * in a body and in its merchant, money and channel. Interface: section "Resources and their fields".
 */
function duplicateKeys(text: string): string[] {
  const found = new Set<string>();
  const levels: Level[] = [];
  let path: string | undefined = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') {
      const end = stringEnd(text, i);
      if (isKey(text, end)) path = enterKey(levels.at(-1)!, text.slice(i, end + 1), found);
      i = end;
    } else if (character === '{' || character === '[') {
      levels.push({ path: character === '{' ? path : undefined, seen: new Set() });
      path = undefined;
    } else if (character === '}' || character === ']') {
      levels.pop();
    }
  }
  return [...found].sort();
}

/** Notes a key of an object, and whether it was there before. @returns its path if the interface knows it */
function enterKey({ path: parent, seen }: Level, key: string, repeated: Set<string>): string | undefined {
  const path = knownPath(parent, JSON.parse(key) as string);
  if (path === undefined) return undefined;
  if (seen.has(path)) repeated.add(path);
  seen.add(path);
  return path;
}

/** In valid JSON a string is a key exactly if a colon follows. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (' \t\r\n'.includes(text.charAt(next)) && next < text.length) next++;
  return text[next] === ':';
}

function knownPath(parent: string | undefined, key: string): string | undefined {
  // A key that contains a dot is not a path.
  if (parent === undefined || key.includes('.')) return undefined;
  const path = parent === '' ? key : `${parent}.${key}`;
  return KNOWN.has(path) ? path : undefined;
}

function isHeader(path: string): boolean {
  return path.includes('headers.');
}
