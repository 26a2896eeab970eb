import { dayLines } from '../../src/simulate/day.ts';
import { createRandom, type Random } from '../../src/simulate/random.ts';
import { asEscaped, asSplit } from '../support/record-forms.ts';

/** Lines of a day in every scenario, in the forms in which logs are kept. */
export function linesOfDay(orders: number, seed: number): string[] {
  const lines = [...dayLines({ date: '2026-11-19', orders, seed })].map(({ line }) => line);
  const some = lines.filter((_line, at) => at % 10 === 0);
  return [
    ...lines,
    ...some.map((line) => line.replaceAll('":', '": ').replaceAll(',"', ', "')),
    ...some.map((line) => line.replace(',"verified":true', '').replace(',"ack":"SUCCESS"', '')),
    ...asSplit(some),
    ...asEscaped(some),
  ];
}

/** Values that a field of the interface may wrongly, or rarely, have. */
const ODD_VALUES = [
  ...[
    '""',
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1.5',
    '150.50',
    '2e4',
    '1E400',
    '12345678901234567890',
    '01',
    '[]',
    '{}',
  ],
  ...[
    '"00"',
    '"01"',
    '"x"',
    '"PIX"',
    '"BRL"',
    '"USD"',
    '"FAWRY"',
    '"2026-11-19T10:05:00"',
    '"2026-02-30T10:05:00-03:00"',
  ],
  ...[
    '"2026-11-19 10:05:00.123456789Z"',
    '"1763557500"',
    '"\\u0041"',
    '"\\n"',
    '" "',
    '"a.b"',
    '"é"',
    '"\u{1f600}"',
    '"a\tb"',
  ],
  ...['"https://x.example/a"', '"ftp://x"', '[1]', '{"a":1}', '"200"', '"https://x.example/a b"'],
];
const ODD_KEYS = [
  'x',
  'X-TIMESTAMP',
  'x-timestamp',
  'Headers',
  'orderNo',
  'request',
  'body',
  'verified',
  'merchantId',
  'a.b',
  '__proto__',
];
const ODD_CHARACTERS = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '\t',
  '0',
  '9',
  'e',
  '.',
  '-',
  'é',
  '\u0001',
  '\u2028',
  '\ufeff',
];

/** Changes a line in one to three places; mostly it stays JSON. */
export function mutated(line: string, random: Random): string {
  let changed = line;
  for (let left = random.between(1, 3); left > 0; left -= 1) changed = mutatedOnce(changed, random);
  // Half a character cannot come of UTF-8.
  return changed.toWellFormed();
}

function mutatedOnce(line: string, random: Random): string {
  const one = <T>(from: readonly T[]): T => from[random.between(0, from.length - 1)]!;
  switch (random.between(0, 7)) {
    case 0:
    case 1:
    case 2:
      return replaceAt(line, random, VALUE, () => one(ODD_VALUES));
    case 3:
      return replaceAt(line, random, TEXT, (text) =>
        random.chance(0.5) ? text.toLowerCase() : `${text.slice(0, -1)}7"`,
      );
    case 4:
      return replaceAt(line, random, MEMBER, (member) => `${member}"${one(ODD_KEYS)}":${one(ODD_VALUES)},`);
    case 5:
      return replaceAt(line, random, KEY, () => `"${one(ODD_KEYS)}":`);
    case 6: {
      const at = random.between(0, line.length);
      return line.slice(0, at) + one(ODD_CHARACTERS) + line.slice(at);
    }
    default: {
      const at = random.between(0, line.length - 1);
      return line.slice(0, at) + line.slice(at + random.between(1, 3));
    }
  }
}

const VALUE = /(?<=:)(?:"[^"\\]*"|-?\d[\d.]*|true|false|null)/g;
const TEXT = /(?<=:)"[^"\\]+"/g;
const MEMBER = /[{,](?=")/g;
const KEY = /"[^"\\]*":/g;

function replaceAt(line: string, random: Random, pattern: RegExp, by: (found: string) => string): string {
  const found = [...line.matchAll(pattern)];
  if (found.length === 0) return line;
  const { 0: text, index } = found[random.between(0, found.length - 1)]!;
  return line.slice(0, index) + by(text) + line.slice(index + text.length);
}

/** A generator of random numbers for mutations. */
export function mutationRandom(seed: number): Random {
  const random = createRandom(seed, 5);
  random.seek(0);
  return random;
}
