import type { RejectionReason } from '../../../src/normalise/rejection.ts';
import { callback, type LineCase, type LineResult, MOST_LINE_BYTES, nested } from '../case.ts';

const GOOD = callback('LINEGOOD01');
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

const NOT_JSON: readonly string[] = [
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    "{'body':{}}",
    '{body:{}}',
    '{"body":{},}',
    '[1,]',
    '{"body":01}',
  ],
  ...[
    '{"body":.5}',
    '{"body":5.}',
    '{"body":+1}',
    '{"body":0x10}',
    '{"body":1_000}',
    '{"body":1e}',
    '{"body":-}',
  ],
  ...['{"body":"a\tb"}', '{"body":"a\u0001b"}', '{"body":"\\x41"}', '{"body":"\\u12"}', '{"body":"\\u{41}"}'],
  ...[
    '{"body":"unended}',
    '{"body"}',
    '{"body":}',
    '{:1}',
    '{',
    '[',
    '"',
    '{}{}',
    '{} // comment',
    '/* c */{}',
    '#{}',
  ],
  ...[
    '\u00a0',
    '\u3000',
    '\u2028',
    '\f',
    '\v',
    '\0',
    '\u001a',
    '\ufeff{}',
    'True',
    'None',
    'nil',
    'SUCCESS',
    'a=b&c=d',
  ],
  ...[
    '<xml/>',
    '-----BEGIN',
    `${GOOD}\r${GOOD}`,
    `${GOOD},`,
    `[${GOOD}`,
    `${GOOD}\0`,
    `\0${GOOD}`,
    '\\N',
    '\\.',
  ],
  ...[
    '{"body":tru}',
    '{"body":NULL}',
    '{"a":1 "b":2}',
    '{"body":"\\ud8zz"}',
    '{"body":[}',
    '{"body":[1}]',
    '}{',
  ],
];

const NOT_UTF8: ReadonlyArray<readonly [name: string, line: Uint8Array]> = [
  ['Latin-1', Buffer.from('{"body":{"orderNo":"São"}}', 'latin1')],
  ['a lone continuation', bytes('{"body":"', [0x80], '"}')],
  ['an overlong slash', bytes('{"body":"', [0xc0, 0xaf], '"}')],
  ['an overlong NUL', bytes('{"body":"', [0xc0, 0x80], '"}')],
  ['an overlong letter of three bytes', bytes('{"body":"', [0xe0, 0x81, 0x81], '"}')],
  ['a surrogate', bytes('{"body":"', [0xed, 0xa0, 0x80], '"}')],
  ['a pair of surrogates (CESU-8)', bytes('{"body":"', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], '"}')],
  ['beyond U+10FFFF', bytes('{"body":"', [0xf4, 0x90, 0x80, 0x80], '"}')],
  ['five bytes', bytes('{"body":"', [0xf8, 0x88, 0x80, 0x80, 0x80], '"}')],
  ['a character cut short', bytes('{"body":"', [0xe2, 0x82], '"}')],
  ['FE and FF', bytes([0xfe, 0xff], '{}')],
  ['UTF-16, little endian', Buffer.from('{"body":{"orderNo":"é"}}é\ud800', 'utf16le')],
  ['a bad byte behind good JSON', bytes(GOOD, [0xff])],
];

const OTHERS: ReadonlyArray<readonly [reason: RejectionReason, ...lines: string[]]> = [
  ['unknown_kind', '{}', '[]', '[[]]', '0', '-0', '1e400', 'true', 'null', '""', '"{}"', `[${GOOD}]`],
  [
    'unknown_kind',
    '{"__proto__":{"body":{"orderNo":"A"}}}',
    '{"constructor":{"body":{}}}',
    '{"Body":{},"REQUEST":{}}',
  ],
  ['unknown_kind', '{"toString":"body"}', '{"":{"body":{}}}', '{"body ":{}}', '{"level":30,"msg":"started"}'],
  [
    'no_order_no',
    '{"body":{}}',
    '{"body":[]}',
    '{"body":"x"}',
    '{"body":1}',
    '{"body":"[]"}',
    '{"request":{}}',
  ],
  ['no_order_no', '{"request":{"body":{"__proto__":{"orderNo":"A","merchant":{"merchantId":"M"}}}}}'],
  ['no_order_no', '{"body":{"__proto__":{"orderNo":"A","merchantId":"M"}}}', '{"merchantId":"M"}'],
  ['no_order_no', '{"body":{"ORDERNO":"A","merchantId":"M"}}', '{"body":{"orderno":"A","merchantId":"M"}}'],
  [
    'no_order_no',
    '{"body":{"orderNo ":"A","merchantId":"M"}}',
    '{"body":{"data":{"orderNo":"A","merchantId":"M"}}}',
  ],
  ['no_merchant_id', '{"body":{"orderNo":"ABCDEF"}}', '{"body":{"orderNo":"ABCDEF","merchantId":[]}}'],
  ['no_merchant_id', '{"body":{"orderNo":"ABCDEF","merchant":{"merchantId":"M"}}}'],
  [
    'no_time',
    '{"body":{"orderNo":"ABCDEF","merchantId":"M"}}',
    '{"merchantId":"M","orderNo":"ABCDEF","status":"SUCCESS"}',
  ],
  ['no_time', '{"receivedAt":"2026-13-01T00:00:00Z","body":{"orderNo":"ABCDEF","merchantId":"M"}}'],
  [
    'too_deep',
    nested(64),
    nested(65),
    nested(2000),
    nested(1000, '{"a":', '}'),
    `${'['.repeat(4000)}${']'.repeat(4000)}`,
  ],
  ['line_too_long', JSON.stringify({ body: 'x'.repeat(MOST_LINE_BYTES) }), 'x'.repeat(3 * MOST_LINE_BYTES)],
];

/** Lines that are no records. */
export const BLANK_LINES: readonly string[] = ['', ' ', '\t', '\r', ' \t \r\r', ' '.repeat(5000)];

const rejected = (reason: RejectionReason): LineResult => ({ rejected: reason });

/** Lines that belong to no order. */
export const NO_RECORDS: readonly LineCase[] = [
  ...NOT_JSON.map((line) => ({ name: `not JSON: ${shown(line)}`, line, is: rejected('not_json') })),
  ...NOT_UTF8.map(([name, line]) => ({ name: `not UTF-8: ${name}`, line, is: rejected('not_utf8') })),
  ...OTHERS.flatMap(([reason, ...lines]) =>
    lines.map((line) => ({ name: `${reason}: ${shown(line)}`, line, is: rejected(reason) })),
  ),
];

function shown(line: string): string {
  const text = JSON.stringify(line);
  return text.length <= 60 ? text : `${text.slice(0, 20)}…${text.slice(-20)} (${line.length})`;
}
