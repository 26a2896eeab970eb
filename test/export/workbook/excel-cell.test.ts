import { describe, expect, it } from 'vitest';
import type { ColumnKind } from '../../../reports/report.ts';
import { excelCell, excelCsvText } from '../../../src/export/workbook/excel-cell.ts';

/** The cell of a CSV for Brazil, from the cell of the standard CSV. */
function inBrazil(kind: ColumnKind, text: string): string {
  const cell = excelCell(kind, text, ',');
  return cell === undefined ? '' : excelCsvText(cell, ',');
}

describe('a text that Excel would turn into something else', () => {
  it.each([
    '12345678901234567',
    '0012345678',
    '1E5',
    'DEC2025',
    '1-2',
    '10/11/2026',
    '12:30',
    '3,5',
    'R$ 10',
    '12%',
    '٠١٢٣',
    'TRUE',
    'false',
    'VERDADEIRO',
    ' Falso ',
    '#N/A',
    'ORDER00001',
  ])('is written as a constant: %s', (text) => {
    expect(inBrazil('text', text)).toBe(`="${text}"`);
  });

  it('has its quotes doubled', () => {
    expect(inBrazil('text', 'say "1"')).toBe('="say ""1"""');
  });

  it('is several constants where it is longer than 255 letters, and no letter is cut', () => {
    const text = `1${'a'.repeat(253)}\u{1F4B3}${'b'.repeat(255)}`;
    expect(inBrazil('text', text)).toBe(`="1${'a'.repeat(253)}"&"\u{1F4B3}${'b'.repeat(253)}"&"bb"`);
  });

  it('stays as it is where it is longer than a formula may be', () => {
    const text = '1'.repeat(9000);
    expect(inBrazil('text', text)).toBe(text);
  });
});

describe('a text that Excel leaves alone', () => {
  it.each(['São João', 'القاهرة', 'MATCHED', 'TRUELY', 'E', '-', 'a;b', 'constructor'])(
    'is plain: %s',
    (text) => {
      expect(inBrazil('text', text)).toBe(text);
    },
  );

  it.each(["'=1+1", "'-5", "'0012"])('is plain behind its apostrophe: %s', (text) => {
    expect(inBrazil('text', text)).toBe(text);
  });

  it('is plain where it has several lines: a constant has one', () => {
    expect(inBrazil('text', 'a\r\n1')).toBe('a\r\n1');
  });
});

describe('a number', () => {
  it.each([
    ['amount', '150.50', '150,50'],
    ['amount', '-0.05', '-0,05'],
    ['amount', '150', '150'],
    ['minor', '-15050', '-15050'],
    ['count', '0', '0'],
    ['percent', '12.50', '12,50'],
    ['minor', '123456789012345', '123456789012345'],
    ['amount', '0.123456789012345', '0,123456789012345'],
  ] as const)('has the decimal mark of the country: %s %s', (kind, text, written) => {
    expect(inBrazil(kind, text)).toBe(written);
  });

  it.each([
    ['minor', '1234567890123456', '="1234567890123456"'],
    ['amount', '12345678901234.56', '="12345678901234,56"'],
    ['amount', '-12345678901234.56', '="-12345678901234,56"'],
  ] as const)('is a text where Excel would round it: %s %s', (kind, text, written) => {
    expect(inBrazil(kind, text)).toBe(written);
  });
});

describe('a date or an instant', () => {
  it.each([
    ['date', '2026-11-09', '09/11/2026'],
    ['utc', '2026-11-09T13:05:59Z', '09/11/2026 13:05:59'],
    ['local', '2026-11-09T10:05:59-03:00', '09/11/2026 10:05:59'],
    ['date', '1900-03-01', '01/03/1900'],
    ['date', '9999-12-31', '31/12/9999'],
  ] as const)('has the day first and no letters of a zone: %s %s', (kind, text, written) => {
    expect(inBrazil(kind, text)).toBe(written);
  });

  it.each([
    ['date', '1900-02-28'],
    ['utc', '10000-01-01T00:14:59Z'],
  ] as const)('is a text where Excel has no such day: %s %s', (kind, text) => {
    expect(inBrazil(kind, text)).toBe(`="${text}"`);
  });
});

describe('what does not exist', () => {
  it.each(['text', 'amount', 'date', 'utc'] as const)('is an empty cell: %s', (kind) => {
    expect(inBrazil(kind, '')).toBe('');
  });
});
