const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const BRACE_END = 0x7d;
const BRACKET_END = 0x5d;
const PAYER = 'payer';

/**
 * Replaces every value below a member `payer`, at any depth, by its shape: each digit of a text becomes 0 and each other
 * character x, a number becomes 0, true becomes false. Everything else stays as it is, to the byte, so that a masked
 * record breaks the same rules of the interface as the original one. Interface: "Payer object".
 * @param json the text of a valid JSON value
 * @example maskPayer('{"payer":{"name":"Ana 7"},"status":"SUCCESS"}') // '{"payer":{"name":"xxxx0"},"status":"SUCCESS"}'
 */
export function maskPayer(json: string): string {
  if (!mayHavePayer(json)) return json;
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  // Depth of the container with the member payer, while its value is being read.
  let payerDepth: number | undefined;
  for (let at = nextToken(json, 0); at < json.length; ) {
    const { kind, from, to } = tokenAt(json, at);
    at = nextToken(json, to);
    if (kind === 'key') {
      if (payerDepth === undefined && isPayer(json.slice(from, to))) payerDepth = depth;
      continue;
    }
    if (kind === 'begin') {
      depth += 1;
      continue;
    }
    if (kind === 'end') depth -= 1;
    else if (payerDepth !== undefined) {
      parts.push(json.slice(copied, from), maskedValue(json.slice(from, to)));
      copied = to;
    }
    // A value has ended.
    if (payerDepth === depth) payerDepth = undefined;
  }
  if (parts.length === 0) return json;
  parts.push(json.slice(copied));
  return parts.join('');
}

interface Token {
  /** A key; a text, number, true, false or null; the begin or end of an object or array. */
  readonly kind: 'key' | 'scalar' | 'begin' | 'end';
  readonly from: number;
  readonly to: number;
}

/** The token that begins at a character of valid JSON. */
function tokenAt(json: string, from: number): Token {
  const mark = json[from]!;
  if (mark === '{' || mark === '[') return { kind: 'begin', from, to: from + 1 };
  if (mark === '}' || mark === ']') return { kind: 'end', from, to: from + 1 };
  if (mark !== '"') return { kind: 'scalar', from, to: endOfLiteral(json, from) };
  const to = endOfString(json, from);
  const isKey = json.charCodeAt(skipBlanks(json, to)) === COLON;
  return { kind: isKey ? 'key' : 'scalar', from, to };
}

/** Where the next token begins: blanks, commas and colons are none. */
function nextToken(json: string, start: number): number {
  let at = start;
  while (isBetween(json.charCodeAt(at))) at += 1;
  return at;
}

function isBetween(code: number): boolean {
  return code <= 0x20 || code === COMMA || code === COLON;
}

/** Most callbacks of Brazil have none. A key may be spelled with escapes, which need a backslash. */
function mayHavePayer(json: string): boolean {
  return json.includes('\\u') || /payer/i.test(json);
}

function isPayer(key: string): boolean {
  if (key.length < PAYER.length + 2) return false;
  return (JSON.parse(key) as string).toLowerCase() === PAYER;
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
}

function skipBlanks(json: string, start: number): number {
  let at = start;
  while (json.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

function endOfLiteral(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && !isBetween(json.charCodeAt(at)) && !isEnd(json.charCodeAt(at))) at += 1;
  return at;
}

function isEnd(code: number): boolean {
  return code === BRACE_END || code === BRACKET_END;
}

/** A text, number, true, false or null without what it says. */
function maskedValue(value: string): string {
  if (value.startsWith('"')) return maskedString(value);
  if (value === 'null') return value;
  return value === 'true' || value === 'false' ? 'false' : '0';
}

/** A text of the same length in characters; a surrogate pair is one character. */
function maskedString(text: string): string {
  return `"${(JSON.parse(text) as string).replace(/[\s\S]/gu, (one) => (/\d/.test(one) ? '0' : 'x'))}"`;
}
