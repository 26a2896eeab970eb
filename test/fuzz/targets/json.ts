import { isDeepStrictEqual } from 'node:util';
import { JsonNumber } from '../../../src/contract/json.ts';
import { parseJsonLine } from '../../../src/contract/parse-json.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { holds, type Target } from '../target.ts';

const MOST_DEPTH = 64;

/** The JSON of a line, compared with JSON.parse, and its depth with that of the value. */
const target: Target = {
  seeds: [
    ...[
      callbackLine({ amount: '2e4' }),
      payInLine({ amount: '150.50' }),
      '{"a":{"a":1,"a":1.0}}',
      '[-0,1e400]',
    ],
    ...[
      '['.repeat(65) + ']'.repeat(65),
      '{"body":{"orderNo":"a","orderNo":"b"}}',
      '{"__proto__":{"a":1}}',
      '"\\ud800"',
    ],
  ],
  words: [
    ...[
      '"__proto__":',
      '"body":{',
      '"orderNo":"x",',
      '\\u0000',
      '\\ud800',
      '\\"',
      '[[[[[[[[',
      ']]]]]]]]',
      '{"a":',
    ],
    ...[
      '1e400',
      '-0',
      '1.0',
      '12345678901234567890',
      'NaN',
      'null',
      '\ufeff',
      '\u2028',
      ' ',
      ',',
      ':',
      '"money":{"amount":',
    ],
  ],
  run: (input) => {
    const text = input.toString('utf8');
    const parsed = parseJsonLine(text);
    let expected: unknown;
    try {
      expected = JSON.parse(text);
    } catch {
      holds(!parsed.ok && parsed.reason === 'not_json', 'what JSON.parse refuses is refused');
      const { column } = parsed;
      holds(column === undefined || (column >= 1 && column <= text.length + 1), 'a column is in the line');
      return;
    }
    const depth = depthOf(text);
    holds(parsed.ok === depth <= MOST_DEPTH, `${depth} levels are ${parsed.ok ? '' : 'not '}read`);
    if (!parsed.ok) return;
    // V8 may read a key wrongly after one with a backslash (nodejs/node#63785): then no comparison is possible.
    if (/\\[^"]*"\s*:/.test(text)) return;
    holds(isDeepStrictEqual(plain(parsed.value), expected), 'the value is that of JSON.parse');
  },
};
export default target;

/** By the text, because the value drops a key that occurs twice. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const mark of text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')) {
    if ('[{'.includes(mark)) deepest = Math.max(deepest, ++depth);
    if (']}'.includes(mark)) depth -= 1;
  }
  return deepest;
}

function plain(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([key, part]) => [key, plain(part)]);
  return Object.fromEntries(pairs);
}
