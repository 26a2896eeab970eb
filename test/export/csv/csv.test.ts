import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column, ColumnKind } from '../../../reports/report.ts';
import { csvHeader, csvRows } from '../../../src/export/csv/csv.ts';

const column = (name: string, kind: ColumnKind): Column => ({ name, kind, meaning: name, example: '' });
const utc = () => 'UTC';
const TEXTS = [column('first', 'text'), column('second', 'text')];

/** The cell as a spreadsheet or a program reads it back. */
function readBack(text: string): string {
  const rows: string[][] = parse(csvRows(TEXTS, [{ first: text, second: 'x' }], utc), {
    record_delimiter: '\r\n',
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]![1]).toBe('x');
  return rows[0]![0]!;
}

describe('a text cell that a spreadsheet could take for a formula', () => {
  it.each(['=1+1', '+1', '-1.50', '@SUM(A1)', '='])('gets an apostrophe in front: %s', (text) => {
    expect(readBack(text)).toBe(`'${text}`);
  });

  it.each([' =1+1', '   +1', '     -1', '  @x'])('gets one where spaces come first: "%s"', (text) => {
    expect(readBack(text)).toBe(`'${text}`);
  });

  it.each([
    ['a tab', '\tx'],
    ['a carriage return', '\rx'],
    ['a line feed', '\nx'],
    ['a NUL', '\0x'],
  ])('gets one before %s at its start', (_name, text) => {
    expect(readBack(text)).toBe(`'${text}`);
  });

  it.each(['1=1', 'a+b', 'x-1', 'a@b', ' a=b', "'=1", '0001', '', ' ', '%', 'SUM(A1)', 'a\tb', 'a\0b'])(
    'is not one where the sign stands further on: "%s"',
    (text) => {
      expect(readBack(text)).toBe(text);
    },
  );
});

describe('a cell of another kind than text', () => {
  it('is never altered, not even with a minus in front', () => {
    const columns = [
      column('a', 'minor'),
      { ...column('b', 'amount'), from: 'a', currency: 'currency' },
      column('c', 'count'),
    ];
    expect(csvRows(columns, [{ a: '-150', currency: 'BRL', c: '-3' }], utc)).toBe('-150,-1.50,-3\r\n');
  });
});

describe('the CSV', () => {
  it('has the column names as its first row, ended by CRLF', () => {
    expect(csvHeader(TEXTS)).toBe('first,second\r\n');
  });

  it('ends every row with CRLF, the last too, and writes nothing for no rows', () => {
    const rows = [
      { first: 'a', second: 'b' },
      { first: 'c', second: null },
    ];
    expect(csvRows(TEXTS, rows, utc)).toBe('a,b\r\nc,\r\n');
    expect(csvRows(TEXTS, [], utc)).toBe('');
  });

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'say "hi"', '"say ""hi"""'],
    ['a lone carriage return', 'a\rb', '"a\rb"'],
    ['a lone line feed', 'a\nb', '"a\nb"'],
    ['both', 'a\r\nb', '"a\r\nb"'],
    ['a leading line feed behind its apostrophe', '\nb', '"\'\nb"'],
  ])('puts a cell with %s in quotes', (_name, text, cell) => {
    expect(csvRows(TEXTS, [{ first: text, second: 'x' }], utc)).toBe(`${cell},x\r\n`);
  });

  it('keeps letters of every script as UTF-8 text', () => {
    expect(csvRows(TEXTS, [{ first: 'São João', second: 'القاهرة' }], utc)).toBe('São João,القاهرة\r\n');
  });

  it('gives the same cells when it is read back, whatever they hold', () => {
    const awkward = fc.constantFrom(
      '"',
      ',',
      '\r',
      '\n',
      '\r\n',
      '\t',
      '\0',
      "'",
      ' ',
      '=',
      '+',
      '-',
      '@',
      ';',
    );
    const text = fc
      .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const rows = fc.array(fc.record({ first: text, second: text, third: text }), {
      minLength: 1,
      maxLength: 5,
    });
    const columns = [...TEXTS, column('third', 'text')];
    fc.assert(
      fc.property(rows, (given) => {
        const read: string[][] = parse(csvHeader(columns) + csvRows(columns, given, utc), {
          record_delimiter: '\r\n',
        });
        expect(read).toEqual([
          ['first', 'second', 'third'],
          ...given.map(({ first, second, third }) => [first, second, third].map(guarded)),
        ]);
      }),
      { numRuns: 500 },
    );
  });
});

/** First character, or first after spaces, one of = + - @; or a leading tab, CR, LF or NUL. */
function guarded(text: string): string {
  const behindSpaces = text.replace(/^ +/, '');
  const dangerous =
    ['=', '+', '-', '@'].some((sign) => behindSpaces.startsWith(sign)) ||
    ['\t', '\r', '\n', '\0'].some((sign) => text.startsWith(sign));
  return dangerous ? `'${text}` : text;
}
