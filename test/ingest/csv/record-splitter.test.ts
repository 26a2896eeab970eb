import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { marksOf, parseRows } from '../../../src/ingest/csv/dialect.ts';
import { RecordSplitter } from '../../../src/ingest/csv/record-splitter.ts';
import { LineSplitter } from '../../../src/ingest/lines/line-splitter.ts';

interface Found {
  readonly line: number;
  readonly cells: string[] | undefined;
}

const DELIMITERS = [',', ';', '\t', '|', '::', '¦'];

it('finds every record with its first line, however cells are quoted and wherever the bytes are cut', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '"', "'", ',', ';', '\n', '\r\n', '\t', '::', ' '),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 12 }),
      fc.constantFrom(...DELIMITERS),
      fc.constantFrom('"', "'"),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 9 }),
      (rows, delimiter, quote, ending, step) => {
        const text = stringify(rows, {
          delimiter,
          quote,
          escape: quote,
          record_delimiter: ending,
          quoted: true,
        });
        const found = split(text, delimiter, quote, step);
        expect(found.map(({ cells }) => cells)).toEqual(rows);
        expect(found.map(({ line }) => line)).toEqual(firstLines(rows));
      },
    ),
    { numRuns: 400 },
  );
});

it('takes a quote in the middle of a cell for a character', () => {
  expect(split('a,5" tube\nb,c\n', ',', '"', 3).map(({ line }) => line)).toEqual([1, 2]);
});

it('gives up the one line with a stray quote, and finds every other record', () => {
  // Of a cell that begins with a separator or a break, no reader could tell that a quote before it was stray.
  const inner = fc.string({ unit: fc.constantFrom('a', 'é', '"', "'", ',', ';', '\n', '\r\n', '::', ' ') });
  const cell = fc.oneof(
    fc.constant(''),
    inner.map((text) => `x${text}x`),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }),
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }),
      fc.constantFrom(...DELIMITERS),
      fc.constantFrom('"', "'"),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 1, max: 9 }),
      (before, after, delimiter, quote, ending, strayAt, step) => {
        const options = { delimiter, quote, escape: quote, record_delimiter: ending, quoted: true };
        const texts = [before, after].map((rows) => stringify(rows, { ...options, quoted_empty: true }));
        const stray = ['p', 'q', 'r'].map((text, index) => (index === strayAt ? `${quote}${text}` : text));
        const found = split(
          `${texts[0]}${stray.join(delimiter)}${ending}${texts[1]}`,
          delimiter,
          quote,
          step,
          3,
        );
        expect(found.map(({ cells }) => cells)).toEqual([...before, undefined, ...after]);
        expect(found.map(({ line }) => line)).toEqual(firstLines([...before, [], ...after]));
      },
    ),
    { numRuns: 400 },
  );
});

it.each([
  ['does not end by the end of the file', 'a,b\nc,"d\ne,f\n', ['1 a,b', '2 unended', '3 e,f']],
  ['ends in a cell of another row', '"a,b\nc,"d"\ne,f\n', ['1 unended', '2 c,"d"', '3 e,f']],
  ['would make too many cells', 'a,"b\n","c\n","d\ne,f\n', ['1 unended', '2 ","c', '3 ","d', '4 e,f']],
  ['stands in every row', '"a,b\n"c,d\n"e,f', ['1 unended', '2 unended', '3 unended']],
  ['stands before a blank line', 'a,"b\n\nc,d\n', ['1 unended', '2 ', '3 c,d']],
])('reads the lines after a quoted cell that %s', (_name, text, expected) => {
  expect(told(text, 1000)).toEqual(expected);
});

it('holds no record beyond the limit: it gives up its first line and reads on', () => {
  expect(told('a,b\nc,"123456\n123456\n"\nd,e\n12345678901234\nf,g\n', 10)).toEqual([
    ...['1 a,b', '2 unended', '3 123456', '4 unended', '5 d,e', '6 too long', '7 f,g'],
  ]);
});

it('gives up a record with far more quoted cells than the header has, so that lines are not held and read again', () => {
  const rows = Array.from({ length: 100 }, (_, index) => `${index}","b`);
  const seen = told(`a,"b\n${rows.join('\n')}\n`, 1_000_000, false);
  expect(seen[0]).toBe('1 unended');
  expect(seen.length).toBeGreaterThan(20);
});

/** What a splitter tells of a text, by line; joined lines are a record if they parse into two cells. */
function told(text: string, maxBytes: number, isWhole = true): string[] {
  const seen: string[] = [];
  const see = (bytes: Uint8Array, line: number) => seen.push(`${line} ${Buffer.from(bytes)}`);
  const marks = marksOf([','], '"');
  const records = new RecordSplitter(
    {
      line: see,
      joined: (bytes, line) => {
        const cells = parseRows(Buffer.from(bytes).toString(), { delimiter: ',', quote: '"' })?.[0];
        return cells?.length === 2 && see(bytes, line) > 0;
      },
      unended: (line) => seen.push(`${line} unended`),
      tooLong: (line) => seen.push(`${line} too long`),
    },
    marks,
    maxBytes,
  );
  records.use(marks, 2);
  const lines = new LineSplitter(records, maxBytes, { returns: 'keep' });
  lines.push(Buffer.from(text));
  if (!isWhole) return seen;
  lines.finish();
  records.finish();
  return seen;
}

/** The records of a text that comes in pieces of `step` bytes; one that was given up has no cells. */
function split(text: string, delimiter: string, quote: string, step: number, width?: number): Found[] {
  const found: Found[] = [];
  const parsed = (bytes: Uint8Array) => parseRows(Buffer.from(bytes).toString(), { delimiter, quote })?.[0];
  const records = new RecordSplitter(
    {
      line: (bytes, line) => found.push({ line, cells: parsed(bytes) }),
      joined: (bytes, line) => {
        const cells = parsed(bytes);
        const fits = cells !== undefined && cells.length === (width ?? cells.length);
        if (fits) found.push({ line, cells });
        return fits;
      },
      unended: (line) => found.push({ line, cells: undefined }),
      tooLong: () => expect.unreachable(),
    },
    marksOf([delimiter], quote),
    10_000,
  );
  const lines = new LineSplitter(records, 10_000, { returns: 'keep' });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += step) lines.push(bytes.subarray(at, at + step));
  lines.finish();
  records.finish();
  return found;
}

/** The number of each row's first line, by the line feeds in the cells before it. */
function firstLines(rows: readonly string[][]): number[] {
  let next = 1;
  return rows.map((cells) => {
    const first = next;
    next += 1 + cells.join('').split('\n').length - 1;
    return first;
  });
}
