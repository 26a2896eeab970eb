import { expect, it } from 'vitest';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { type MadeSheet, madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, read, write } from '../reading.ts';

const HEADER = row(1, 'order_no', 'gross', 'completed_at');
const ROWS = HEADER + row(2, 'P1', 100, '2026-11-19T10:05:00-03:00');

onEngines('the sheets of a workbook that are not read', (engine) => {
  const readBook = async (sheets: readonly MadeSheet[], table: { sheet?: string } = {}, request = {}) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.xlsx', await madeWorkbook({ sheets }));
    const settings = parseSettings({
      map: { portal: { kind: 'statement', values: { currency: 'BRL' }, ...table } },
    });
    const [result] = await read(store, [path], { settings, ...request });
    return { result: result!, text: ingestText([result!]).replaceAll(path, 'portal.xlsx') };
  };
  const SHEETS = [
    { name: 'Vendas', rows: ROWS },
    { name: 'Estornos', rows: ROWS },
    { name: 'Oculta', state: 'hidden', rows: ROWS },
    { name: 'Vazia', rows: '<row r="1"><c r="A1" s="1"/></row>' },
    { name: 'Nada', rows: '' },
    { name: 'Repasses', rows: HEADER },
  ];

  it.each([{}, { dryRun: true }, { dryRun: true, firstLines: 1 }])(
    'are named with what to do, but for hidden and empty ones: %o',
    async (request) => {
      const { result, text } = await readBook(SHEETS, {}, request);
      expect(counts(result)).toBe('1 = 1 + 0 + 0');
      expect(result.otherSheets).toEqual({ sheets: 2, names: ['Estornos', 'Repasses'] });
      expect(text).toContain(
        '\n  portal.xlsx: 2 other sheets were not read: Estornos, Repasses. In the table, set sheet to the one to read; ' +
          'to read several, give each a source with its own sheet',
      );
    },
  );

  it('are of no interest where the settings name the sheet, or where all others are hidden or empty', async () => {
    expect((await readBook(SHEETS, { sheet: 'Vendas' })).result.otherSheets).toBeUndefined();
    expect((await readBook(SHEETS.toSpliced(5, 1).toSpliced(1, 1))).result.otherSheets).toBeUndefined();
  });

  it('are named by the first of many, and may be broken or full of empty cells', async () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ name: `Dia${at + 1}`, rows: ROWS }));
    const { text } = await readBook(many);
    expect(text).toContain('8 other sheets were not read: Dia2, Dia3, Dia4, Dia5, Dia6 and 3 more. In');
    const blanks = Array.from({ length: 60_000 }, (_, at) => `<row r="${at + 1}"><c s="1"/></row>`).join('');
    const { result } = await readBook([
      ...many.slice(0, 1),
      { name: 'Quebrada', rows: '<row><c></row>' },
      { name: 'Grande', rows: blanks },
    ]);
    expect(counts(result)).toBe('1 = 1 + 0 + 0');
    expect(result.otherSheets).toEqual({ sheets: 2, names: ['Quebrada', 'Grande'] });
  });
});
