const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
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
  let at = 0;
  const replace = (from: number, to: number, by: string) => {
    parts.push(json.slice(copied, from), by);
    copied = to;
  };
  const endOfValue = () => {
    if (payerDepth === depth) payerDepth = undefined;
  };
  while (at < json.length) {
    const mark = json[at]!;
    if (mark === '"') {
      const end = endOfString(json, at);
      const next = skipBlanks(json, end);
      if (json.charCodeAt(next) === COLON) {
        if (payerDepth === undefined && isPayer(json.slice(at, end))) payerDepth = depth;
        at = next + 1;
        continue;
      }
      if (payerDepth !== undefined) replace(at, end, maskedString(json.slice(at, end)));
      at = end;
      endOfValue();
    } else if (mark === '{' || mark === '[') {
      depth += 1;
      at += 1;
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
      at += 1;
      endOfValue();
    } else if (payerDepth !== undefined && /[-\dtf]/.test(mark)) {
      const end = endOfLiteral(json, at);
      replace(at, end, mark === 't' || mark === 'f' ? 'false' : '0');
      at = end;
      endOfValue();
    } else if (mark === 'n' && payerDepth !== undefined) {
      at = endOfLiteral(json, at);
      endOfValue();
    } else at += 1;
  }
  if (parts.length === 0) return json;
  parts.push(json.slice(copied));
  return parts.join('');
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
  let at = start;
  while (at < json.length && /[-+.\w]/.test(json[at]!)) at += 1;
  return at;
}

/** A text of the same length in characters; a surrogate pair is one character. */
function maskedString(text: string): string {
  return `"${(JSON.parse(text) as string).replace(/[\s\S]/gu, (one) => (/\d/.test(one) ? '0' : 'x'))}"`;
}
