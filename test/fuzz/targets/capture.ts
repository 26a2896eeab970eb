import { isDeepStrictEqual } from 'node:util';
import { callbackLine, headersJson, loggedBody } from '../../../src/capture/message-record.ts';
import { parseJsonLine } from '../../../src/contract/parse-json.ts';
import { headerTexts } from '../../../src/http/header-texts.ts';
import { normaliseLine } from '../../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { callbackLine as logged } from '../../support/records.ts';
import { holds, type Target } from '../target.ts';

const SETTINGS = parseSettings({});
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/;
const SECRET = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];
const body = (payer: Readonly<Record<string, unknown>>) => JSON.stringify(JSON.parse(logged({ payer })).body);

/**
 * A message as capture logs it: headers, one `name: value` a line, an empty line, the body. What comes out is one line of
 * JSON with those headers and that body, but for access data and the payer.
 */
const target: Target = {
  seeds: [
    `X-TIMESTAMP: 2026-11-19T10:05:00-03:00\nX-A: b\nx-a: c\nCookie: a=b\n\n${body({ name: 'Ana', pixAccount: '123' })}`,
    `authorization: Bearer x\n__proto__: 1\nconstructor: \xe9\n\n{"a":\r\n[{"payer":[1,true,null,"x"]}],"pa\\u0079er":{"b":"c"}}`,
  ],
  words: [
    ...[
      '"payer":',
      '"PAYER":',
      '"pa\\u0079er":',
      '\\u0000',
      '\\"',
      '\\ud800',
      '\n',
      '\r\n',
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
    ],
    ...[
      '__proto__: x',
      'Set-Cookie: x',
      'X-TIMESTAMP: ',
      ': ',
      '1e400',
      'true',
      '\ufeff',
      '\u2028',
      '{"payer":{"name":"',
    ],
  ],
  run: (input) => {
    const at = input.indexOf('\n\n');
    if (at === -1) return;
    const head = input.subarray(0, at).toString('latin1').split('\n');
    const bytes = input.subarray(at + 2);
    // Node refuses other names before capture sees them.
    const rawHeaders = head.flatMap((line) => HEADER.exec(line)?.slice(1) ?? []);
    const headers = headersJson({ rawHeaders });
    checkHeaders(headers, rawHeaders);
    const message = loggedBody(bytes, false);
    if ('wrong' in message) return;
    const line = callbackLine({
      receivedAt: '2026-11-19T13:06:02Z',
      headers,
      body: message,
      ack: 'SUCCESS',
      verified: true,
    });
    holds(line.endsWith('\n') && !/[\n\r]/.test(line.slice(0, -1)), 'a record is one line');
    const parsed = parseJsonLine(line);
    holds(parsed.ok || parsed.reason === 'too_deep', 'a record is JSON');
    normaliseLine(line.slice(0, -1), SETTINGS);
    const sent = JSON.parse(bytes.toString('utf8'));
    // V8 may read a key wrongly after one with a backslash (nodejs/node#63785): then no comparison is possible.
    if (/\\[^"]*"\s*:/.test(bytes.toString('utf8'))) return;
    holds(
      isDeepStrictEqual(JSON.parse(message.json), masked(sent, false)),
      'the body is as it was sent, but for the payer',
    );
  },
};
export default target;

function checkHeaders(json: string, rawHeaders: readonly string[]): void {
  const found = JSON.parse(json) as Record<string, string | string[]>;
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  const kept = names.filter((name) => !SECRET.includes(name.toLowerCase()));
  holds(
    isDeepStrictEqual(Object.keys(found).sort(), [...new Set(kept)].sort()),
    'each header is logged by its name',
  );
  for (const [name, value] of Object.entries(found)) {
    const sent = rawHeaders.filter((_text, index) => index % 2 === 1 && rawHeaders[index - 1] === name);
    holds(isDeepStrictEqual([value].flat(), sent), 'with its values');
  }
  for (const text of Object.values(headerTexts(found)))
    holds(typeof text === 'string', 'a header has a text');
}

function masked(value: unknown, isOfPayer: boolean): unknown {
  if (Array.isArray(value)) return value.map((part) => masked(part, isOfPayer));
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, part]) => [
      key,
      masked(part, isOfPayer || key.toLowerCase() === 'payer'),
    ]);
    return Object.fromEntries(pairs);
  }
  if (!isOfPayer || value === null) return value;
  if (typeof value === 'boolean') return false;
  return typeof value === 'number'
    ? 0
    : [...String(value)].map((one) => (/\d/.test(one) ? '0' : 'x')).join('');
}
