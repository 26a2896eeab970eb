import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LineBlock, LineBlocks } from '../../../src/ingest/lines/line-blocks.ts';
import { LineSplitter } from '../../../src/ingest/lines/line-splitter.ts';

const MOST = 12;

/** The lines of bytes, those that are too long as such. */
function linesOf(blocks: readonly LineBlock[]): [number, string][] {
  const found: [number, string][] = [];
  for (const { firstLine, bytes } of blocks) {
    const sink = {
      line: (line: Uint8Array, number: number) =>
        void found.push([number, Buffer.from(line).toString('latin1')]),
      tooLong: (number: number) => void found.push([number, '[too long]']),
    };
    const lines = new LineSplitter(sink, MOST, { firstLine });
    lines.push(bytes);
    lines.finish();
  }
  return found;
}

function cut(bytes: Uint8Array, sizes: readonly number[], blockBytes: number, withOpen = true): LineBlock[] {
  const blocks = new LineBlocks(MOST, blockBytes);
  const found: LineBlock[] = [];
  let start = 0;
  for (const size of [...sizes, bytes.length]) {
    // A piece of its own, overwritten afterwards, as a stream may do with its memory.
    const piece = Uint8Array.from(bytes.subarray(start, start + size));
    const block = blocks.push(piece);
    if (block !== undefined) found.push(block);
    piece.fill(0x21);
    start += size;
  }
  const last = blocks.finish(withOpen);
  return last === undefined ? found : [...found, last];
}

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      '\n',
      '\r\n',
      '\n\n',
      '\r',
      '\ufeff',
      'ccccc',
      'd'.repeat(MOST),
      'e'.repeat(40),
    ),
  )
  .map((parts) => Buffer.from(parts.join('')));
const sizes = fc.array(fc.nat(20), { maxLength: 30 });

it('hold the lines of the whole, wherever it is cut and however it arrives', () => {
  fc.assert(
    fc.property(text, sizes, fc.integer({ min: 1, max: 60 }), (bytes, pieces, blockBytes) => {
      const whole = [{ firstLine: 1, bytes: Uint8Array.from(bytes) }];
      expect(linesOf(cut(bytes, pieces, blockBytes))).toEqual(linesOf(whole));
    }),
    { numRuns: 2000 },
  );
});

it('end with a line, but for the last, and are of the size that was asked for', () => {
  fc.assert(
    fc.property(text, sizes, fc.integer({ min: 1, max: 60 }), (bytes, pieces, blockBytes) => {
      const blocks = cut(bytes, pieces, blockBytes);
      for (const block of blocks.slice(0, -1)) {
        expect(block.bytes.at(-1)).toBe(10);
        expect(block.bytes.length).toBeGreaterThanOrEqual(blockBytes);
      }
    }),
  );
});

it('hold no more of a line than shows that it is too long', () => {
  const bytes = Buffer.from(`a\n${'x'.repeat(1_000_000)}\nb\n`);
  const pieces = Array.from({ length: 100 }, () => 10_000);
  const blocks = cut(bytes, pieces, 4);
  expect(blocks.reduce((sum, block) => sum + block.bytes.length, 0)).toBeLessThan(40);
  expect(linesOf(blocks)).toEqual([
    [1, 'a'],
    [2, '[too long]'],
    [3, 'b'],
  ]);
});

it('leave a line that has not ended alone where that is asked for', () => {
  expect(linesOf(cut(Buffer.from('a\nb'), [], 100, false))).toEqual([[1, 'a']]);
  expect(cut(Buffer.from('b'), [], 100, false)).toEqual([]);
});
