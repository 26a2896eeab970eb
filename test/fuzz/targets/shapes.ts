import { isDeepStrictEqual } from 'node:util';
import { normaliseLine } from '../../../src/normalise/normalise-line.ts';
import { ShapedLines } from '../../../src/normalise/shaped-lines.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { linesOfDay } from '../../normalise/mutated-lines.ts';
import { holds, type Target } from '../target.ts';

const SETTINGS = parseSettings({});
const DAY = linesOfDay(40, 3);

/** Lines by a shape that the lines before them taught, compared with the same lines read in full. */
const target: Target = {
  seeds: DAY.filter((_line, at) => at % 9 === 0).map((line) => `${line}\n${line}`),
  words: [
    ...[
      '""',
      'null',
      'true',
      '-0',
      '1.50',
      '2e4',
      '[]',
      '{}',
      '"\\u0041"',
      '"x":1,',
      '"orderNo":"A",',
      '"__proto__":{},',
    ],
    ...[
      '"verified":false',
      '"X-TIMESTAMP":"2026-11-19T10:05:00Z",',
      '"BRL"',
      '"EGP"',
      '"PIX"',
      '\\',
      '\n',
      ' ',
      '\u2028',
    ],
    ...[
      '"money":{"currency":"BRL","amount":1}',
      '"payer":{"name":"a"},',
      '"2026-02-30T10:05:00-03:00"',
      '"https://x.example"',
    ],
  ],
  run: (input) => {
    const shapes = new ShapedLines(SETTINGS);
    for (const line of input.toString('utf8').split('\n')) {
      const full = normaliseLine(line, SETTINGS);
      const known = shapes.read(line);
      if (known === undefined) shapes.learn(line, full);
      else holds(isDeepStrictEqual(known, full), 'a line by its shape is what it is in full');
    }
  },
};
export default target;
