import { LineBlocks } from '../../../src/ingest/lines/line-blocks.ts';
import { LineSplitter } from '../../../src/ingest/lines/line-splitter.ts';
import { holds, piecesOf, type Target, withNumber } from '../target.ts';

const LIMIT = 40;

/** Lines of a file, cut in pieces of any size and into blocks, compared with a split of the whole text. */
const target: Target = {
  seeds: [
    '\x03a\nb\r\n\nc',
    '\x07\ufeffa\n\ufeffb',
    `\x0f${'x'.repeat(45)}\ny\n`,
    `\x2f${'x'.repeat(40)}\r\ny`,
  ],
  words: ['\n', '\r\n', '\r', '\ufeff', 'x'.repeat(39), 'x'.repeat(41)],
  run: (input) => {
    const [size, bytes] = withNumber(input, 97);
    const expected = plainly(bytes);
    holds(split([bytes]).join('|') === expected, 'a file is split at its line feeds');
    holds(split(piecesOf(bytes, size)).join('|') === expected, 'however its bytes arrive');
    const blocks = new LineBlocks(LIMIT, size);
    const found: string[] = [];
    const take = (block: ReturnType<LineBlocks['push']>) => {
      if (block !== undefined) found.push(...split([block.bytes], block.firstLine));
    };
    for (const piece of piecesOf(bytes, size)) take(blocks.push(piece));
    take(blocks.finish(true));
    holds(found.join('|') === expected, 'and in whatever blocks');
  },
};
export default target;

function split(pieces: Iterable<Uint8Array>, firstLine = 1): string[] {
  const found: string[] = [];
  const sink = {
    line: (bytes: Uint8Array, number: number) =>
      void found.push(`${number}:${Buffer.from(bytes).toString('hex')}`),
    tooLong: (number: number) => void found.push(`${number}:too long`),
  };
  const lines = new LineSplitter(sink, LIMIT, { firstLine });
  for (const piece of pieces) lines.push(piece);
  lines.finish();
  return found;
}

function plainly(bytes: Buffer): string {
  const texts = bytes.toString('latin1').split('\n');
  if (texts.at(-1) === '') texts.pop();
  return texts
    .map((text, index) => {
      const line = (index === 0 ? text.replace(/^\xef\xbb\xbf/, '') : text).replace(/\r$/, '');
      return `${index + 1}:${line.length > LIMIT ? 'too long' : Buffer.from(line, 'latin1').toString('hex')}`;
    })
    .join('|');
}
