import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../src/ingest/lines/line-splitter.ts';

const BOM = '\ufeff';

/** The lines of bytes that arrive in pieces of the given sizes, a line over the limit as `[too long]`. */
function split(bytes: Uint8Array, sizes: readonly number[] = [], limit = 100): [number, string][] {
  const found: [number, string][] = [];
  const splitter = new LineSplitter(
    {
      line: (line, number) => found.push([number, Buffer.from(line).toString('latin1')]),
      tooLong: (number) => found.push([number, '[too long]']),
    },
    limit,
  );
  let start = 0;
  for (const size of [...sizes, bytes.length]) {
    // A piece of its own, overwritten afterwards, as a stream may do with its memory.
    const piece = Uint8Array.from(bytes.subarray(start, start + size));
    splitter.push(piece);
    piece.fill(0x21);
    start += size;
  }
  splitter.finish();
  return found;
}

const contents = (text: string, limit?: number) =>
  split(Buffer.from(text), [], limit).map(([, line]) => line);

describe('a line', () => {
  it.each([
    ['LF', 'a\nb\n', ['a', 'b']],
    ['CR LF', 'a\r\nb\r\n', ['a', 'b']],
    ['the end of the file', 'a\nb', ['a', 'b']],
    ['the end of the file after a CR', 'a\nb\r', ['a', 'b']],
  ])('ends at %s', (_name, text, expected) => {
    expect(contents(text)).toEqual(expected);
  });

  it('may hold a lone CR, which ends nothing', () => {
    expect(contents('a\rb\n\rc\n')).toEqual(['a\rb', '\rc']);
  });

  it('loses one CR before its LF, no more', () => {
    expect(contents('a\r\r\n')).toEqual(['a\r']);
  });

  it('may be empty, and counts', () => {
    expect(split(Buffer.from('\n\nc\n'))).toEqual([
      [1, ''],
      [2, ''],
      [3, 'c'],
    ]);
  });

  it('is not there in an empty file', () => {
    expect(contents('')).toEqual([]);
  });
});

describe('a byte order mark', () => {
  it('is dropped at the start of a file', () => {
    expect(contents(`${BOM}a\n`)).toEqual(['a']);
    expect(contents(`${BOM}\n`)).toEqual(['']);
  });

  it('is content anywhere else', () => {
    expect(contents(`a\n${BOM}b\n`)).toEqual(['a', Buffer.from(`${BOM}b`).toString('latin1')]);
  });
});

describe('a line over the limit', () => {
  it.each([
    [10, 'x'.repeat(10)],
    [11, '[too long]'],
    [1000, '[too long]'],
  ])('of 10 bytes: %i bytes', (length, expected) => {
    expect(contents(`a\n${'x'.repeat(length)}\nb\n`, 10)).toEqual(['a', expected, 'b']);
    expect(contents(`a\n${'x'.repeat(length)}`, 10)).toEqual(['a', expected]);
  });
});

it('however the bytes arrive, the lines are the same', () => {
  const text = fc.array(fc.constantFrom('a', 'bc', '\r', '\n', '\r\n', BOM, 'xxxxxxxxxxxx'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 0, max: 7 })), (parts, sizes) => {
      const bytes = Buffer.from(parts.join(''));
      expect(split(bytes, sizes, 16)).toEqual(split(bytes, [], 16));
    }),
  );
});
