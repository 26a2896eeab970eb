/** Times and dates in cells that are numbers: of a workbook, or of a column of a query. */
import { describe, expect, it } from 'vitest';
import { CellReader, type CellTarget } from '../../../src/ingest/cells/cell-reader.ts';
import type { TypedCell } from '../../../src/ingest/cells/table-cell.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { TableFormat } from '../../../src/settings/table-format.ts';

const SETTINGS = parseSettings({});
const OWN: CellTarget = { path: ['receivedAt'], kind: 'own-time' };
const SERVICE: CellTarget = { path: ['body', 'transactionTime'], kind: 'service-time' };
const STATED: CellTarget = { path: ['statement', 'completed_at'], kind: 'stated-time' };
const DATE: CellTarget = { path: ['statement', 'settled_on'], kind: 'date' };

const inWorkbook = (text: string, others: Partial<TypedCell> = {}): TypedCell => ({
  ...{ type: 'number', text, daysFrom: '1900', ...others },
});
const ofQuery = (text: string): TypedCell => ({ type: 'number', text });
const readBy = (format: TableFormat, cell: TypedCell, target: CellTarget) =>
  new CellReader(format, SETTINGS).read(cell, target, {});

describe.each([
  ['a workbook', inWorkbook],
  ['a query', ofQuery],
])('a number in %s', (_name, numberCell) => {
  it.each([
    ['20261119100500', 'yyyyMMddHHmmss', '2026-11-19T10:05:00'],
    ['20261119', 'yyyyMMdd', '2026-11-19T00:00:00'],
    ['202611191005', ['dd/MM/yyyy HH:mm', 'yyyyMMddHHmm'], '2026-11-19T10:05:00'],
  ])('is the time that it has by the form of the table: %s', (text, times, value) => {
    for (const target of [OWN, SERVICE, STATED])
      expect(readBy({ times }, numberCell(text), target)).toEqual({ value });
    expect(readBy({ times }, numberCell(text), DATE)).toEqual({ value: '2026-11-19' });
  });

  it('is the date of a form of times, whose time of day may be missing', () => {
    const times = 'yyyyMMddHHmmss';
    expect(readBy({ times }, numberCell('20261119'), DATE)).toEqual({ value: '2026-11-19' });
    expect(readBy({ times }, numberCell('20261119'), STATED)).toEqual({ value: '20261119', unread: 'time' });
  });

  it('is none of another form, nor of a table without one, and still a time in seconds or milliseconds', () => {
    const times = 'dd/MM/yyyy';
    for (const format of [{}, { times }]) {
      const unread = { value: '20261119100500', unread: 'time' };
      expect(readBy(format, numberCell('20261119100500'), SERVICE)).toEqual(unread);
      expect(readBy(format, numberCell('1795082700'), OWN)).toEqual({ value: '1795082700' });
      expect(readBy(format, numberCell('1795082700123'), STATED)).toEqual({ value: '1795082700123' });
      expect(readBy(format, numberCell('20261119'), DATE)).toEqual({ value: '20261119', unread: 'date' });
    }
  });
});

describe('a number in a workbook', () => {
  it('that is a count of days stays one', () => {
    const times = ['yyMMdd', 'HHmmss'];
    const cell = inWorkbook('46345.4201388889');
    expect(readBy({ times }, cell, STATED)).toEqual({ value: '2026-11-19T10:05:00' });
    expect(readBy({ times }, inWorkbook('46345'), DATE)).toEqual({ value: '2026-11-19' });
  });

  it('has the zeros that it is shown with', () => {
    const cell = inWorkbook('9112026', { shownDigits: 8 });
    expect(readBy({ times: 'ddMMyyyy' }, cell, DATE)).toEqual({ value: '2026-11-09' });
  });

  it('is no time where it has lost digits', () => {
    const cell = inWorkbook('2.0261119100500123E+16');
    expect(readBy({ times: 'yyyyMMddHHmmssSSS' }, cell, SERVICE)).toMatchObject({ unread: 'time' });
  });
});
