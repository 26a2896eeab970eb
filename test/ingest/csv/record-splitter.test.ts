import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { marksOf, parseRows } from '../../../src/ingest/csv/dialect.ts';
import { RecordSplitter } from '../../../src/ingest/csv/record-splitter.ts';
import { LineSplitter } from '../../../src/ingest/line-splitter.ts';

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

it('says where a quoted cell began that does not end', () => {
  const records = new RecordSplitter({ line: () => {}, tooLong: () => {} }, marksOf([','], '"'), 1000);
  const lines = new LineSplitter(records, 1000, 'keep returns');
  lines.push(Buffer.from('a,b\nc,"d\ne,f\n'));
  lines.finish();
  expect(records.openSince).toBe(2);
});

it('passes over a record that is too long, by the number of its first line, and reads on', () => {
  const seen: string[] = [];
  const sink = {
    line: (bytes: Uint8Array, line: number) => seen.push(`${line} ${Buffer.from(bytes)}`),
    tooLong: (line: number) => seen.push(`${line} too long`),
  };
  const lines = new LineSplitter(new RecordSplitter(sink, marksOf([','], '"'), 10), 10, 'keep returns');
  lines.push(Buffer.from('a,b\nc,"123456\n123456\n"\nd,e\n12345678901234\nf,g\n'));
  lines.finish();
  expect(seen).toEqual(['1 a,b', '2 too long', '5 d,e', '6 too long', '7 f,g']);
});

function split(text: string, delimiter: string, quote: string, step: number): Found[] {
  const found: Found[] = [];
  const sink = {
    line: (bytes: Uint8Array, line: number) => {
      const cells = parseRows(Buffer.from(bytes).toString(), { delimiter, quote })?.[0];
      found.push({ line, cells });
    },
    tooLong: () => expect.unreachable(),
  };
  const lines = new LineSplitter(
    new RecordSplitter(sink, marksOf([delimiter], quote), 10_000),
    10_000,
    'keep returns',
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += step) lines.push(bytes.subarray(at, at + step));
  lines.finish();
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
