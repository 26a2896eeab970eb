import { createRandom } from '../../../src/simulate/random.ts';
import { callbackLine, payInLine } from '../../support/records.ts';

/** A generator of numbers from 0 up to, but not, a bound: the same seed gives the same. */
function numbersFrom(seed: number): (below: number) => number {
  const random = createRandom(seed, 0);
  random.seek(0);
  return (below) => random.between(0, below - 1);
}

const PIECES = [
  '"',
  '\\',
  '{',
  '}',
  ',',
  ':',
  '\u0000',
  '\\u0000',
  '\ud800',
  'é',
  '\t',
  ' ',
  '1e3',
  '-',
  '0',
  'null',
  '\r',
];

/** Lines of logs as they are, and with a few characters taken out, doubled or put in. */
export function mutatedLines(seed: number, count: number): string[] {
  const below = numbersFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const orderNo = `MUTATED${String(below(count)).padStart(6, '0')}`;
    const line =
      index % 2 === 0
        ? payInLine({ orderNo, tradeNo: `T${index}` })
        : callbackLine({ orderNo, tradeNo: `T${index - 1}` });
    return below(3) === 0 ? line : mutated(line, below);
  });
}

function mutated(line: string, below: (below: number) => number): string {
  let text = line;
  for (let times = 1 + below(3); times > 0; times -= 1) {
    const at = below(text.length);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const way = below(4);
    if (way === 0) text = before + after.slice(1 + below(8));
    else if (way === 1) text = before + PIECES[below(PIECES.length)] + after;
    else if (way === 2) text = before + after.slice(0, 5) + after;
    else text = before + String.fromCharCode(32 + below(95)) + after.slice(1);
  }
  return text;
}
