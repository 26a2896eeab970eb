import { expect, it } from 'vitest';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { read, write } from '../reading.ts';

const TIME = '2026-11-19T10:05:00-03:00';
const HEADER = row(1, 'order_no', 'gross', 'fee', 'completed_at');
const SETTINGS = parseSettings({ map: { portal: { kind: 'statement', values: { currency: 'BRL' } } } });
const TO_DO = 'open the workbook in a spreadsheet program, which computes its formulas, and save it';

onEngines('a formula of a workbook', (engine) => {
  const dryRun = async (...rows: string[]) => {
    const store = await engine.emptied();
    const book = await madeWorkbook({ sheets: [{ name: 'Extrato', rows: HEADER + rows.join('') }] });
    const path = write(temporaryFolder(), 'portal.xlsx', book);
    const [result] = await read(store, [path], { settings: SETTINGS, dryRun: true });
    return { result: result!, text: ingestText([result!]).replaceAll(path, 'portal.xlsx') };
  };

  it('without a value is an amount that cannot be read, and the dry run says what to do', async () => {
    const { result, text } = await dryRun(
      row(2, 'P1', 100, '<c><f>D2-1</f></c>', TIME),
      row(3, 'P2', '<c><f>D2-1</f><v></v></c>', 1, TIME),
      row(4, 'P3', 100, '<c><f t="shared" si="0"/><v/></c>', TIME),
      row(5, 'P4', '<c t="str"><f>D2-1</f></c>', 1, TIME),
    );
    expect(result.unreadableAmounts).toEqual({ rows: 4, line: '2' });
    expect(result.sample!.unread).toEqual([
      { column: 'fee', as: 'formula', cells: 2, read: 2, first: 2, written: '#a', set: {} },
      { column: 'gross', as: 'formula', cells: 2, read: 2, first: 3, written: '#a', set: {} },
    ]);
    expect(text).toContain(
      '  not read: 2 cells of the column fee cannot be read (formula without a stored value), the first in line 2\n' +
        `    to do: ${TO_DO}\n`,
    );
  });

  it('without a value is no time and no identifier, and the dry run says why the row is rejected', async () => {
    const { result, text } = await dryRun(
      row(2, 'P1', 100, 1, '<c s="1"><f>NOW()</f></c>'),
      row(3, '<c t="str"><f>"P"&amp;2</f></c>', 100, 1, TIME),
      row(4, 'P3', 100, 1, TIME),
    );
    expect(result.sample!.rejected).toMatchObject([
      { reason: 'no_statement_key', lines: '1', first: '3' },
      { reason: 'no_statement_time', lines: '1', first: '2' },
    ]);
    for (const column of ['completed_at', 'order_no'])
      expect(text).toContain(
        `1 cell of the column ${column} cannot be read (formula without a stored value)`,
      );
    expect(result.sample!.unread).toMatchObject([
      { column: 'completed_at', as: 'formula', cells: 1 },
      { column: 'order_no', as: 'formula', cells: 1 },
    ]);
  });

  it('has the value that is stored with it, also a text of no characters, which is an empty cell', async () => {
    const { result } = await dryRun(
      row(2, '<c t="str"><f>"P"&amp;1</f><v>P1</v></c>', '<c><f>D2</f><v>0</v></c>', 1, TIME),
      row(3, 'P2', 100, '<c t="str"><f>IF(A9="","",1)</f><v></v></c>', TIME),
      row(4, '<c t="str"><f>IF(A9="","",1)</f><v/></c>'),
    );
    expect(result).toMatchObject({ records: 2, accepted: 2 });
    expect(result.unreadableAmounts).toBeUndefined();
    expect(result.sample!.unread).toEqual([]);
  });
});
