import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, read, write } from '../reading.ts';

const TIME = '2026-11-19T10:05:00-03:00';
const HEADER = row(1, 'order_no', 'gross', 'fee', 'completed_at', 'note');
const SETTINGS = parseSettings({
  map: { portal: { kind: 'statement', values: { currency: 'BRL' }, columns: { note: 'ignore' } } },
});
const UNCOMPUTED = '<c><f>D2-1</f></c>';

onEngines('a formula of a workbook', (engine) => {
  const readRows = async (store: Store, rows: readonly string[], dryRun = false) => {
    const book = await madeWorkbook({ sheets: [{ name: 'Extrato', rows: HEADER + rows.join('') }] });
    const path = write(temporaryFolder(), 'portal.xlsx', book);
    const [result] = await read(store, [path], { settings: SETTINGS, dryRun });
    return { result: result!, text: ingestText([result!]).replaceAll(path, 'portal.xlsx') };
  };

  it.each([true, false])(
    'without a value is an empty cell, and ingest says what to do: dry run %s',
    async (dryRun) => {
      const store = await engine.emptied();
      const { result, text } = await readRows(
        store,
        [
          row(2, 'P1', 100, 1, TIME),
          row(3, 'P2', 100, UNCOMPUTED, TIME),
          row(4, 'P3', '<c><f>D2-1</f><v></v></c>', 1, TIME),
          row(5, 'P4', 100, 1, '<c s="1"><f>NOW()</f></c>'),
          row(6, 'P5', 100, '<c><f t="shared" si="0"/><v/></c>', TIME),
        ],
        dryRun,
      );
      expect(counts(result)).toBe('5 = 4 + 0 + 1');
      expect(result.uncomputedRows).toEqual({ rows: 4, line: '3' });
      expect(text).toContain(
        '  portal.xlsx: 4 rows with formulas that have no stored value, which are read as empty cells, the first in line 3\n' +
          '    to do: open the workbook in a spreadsheet program, which computes its formulas, and save it; withdraw what was stored of it, and read it again',
      );
    },
  );

  it('without a value counts only in columns that are read, also in a row of nothing else, which is no record', async () => {
    const store = await engine.emptied();
    const { result } = await readRows(store, [row(2, 'P1', 100, 1, TIME, UNCOMPUTED, UNCOMPUTED)]);
    expect(counts(result)).toBe('1 = 1 + 0 + 0');
    expect(result.uncomputedRows).toBeUndefined();
    const other = await readRows(store, [row(2, UNCOMPUTED, UNCOMPUTED), row(3, '', '', '', '', UNCOMPUTED)]);
    expect(counts(other.result)).toBe('0 = 0 + 0 + 0');
    expect(other.result.uncomputedRows).toEqual({ rows: 1, line: '2' });
  });

  it('without a value is the same record as an empty cell', async () => {
    const store = await engine.emptied();
    await readRows(store, [row(2, 'P1', 100, '', TIME)]);
    const { result } = await readRows(store, [row(2, 'P1', 100, UNCOMPUTED, TIME)]);
    expect(counts(result)).toBe('1 = 0 + 1 + 0');
  });

  it('has the value that is stored with it, also a text of no characters, which is an empty cell', async () => {
    const store = await engine.emptied();
    const { result } = await readRows(store, [
      row(2, '<c t="str"><f>"P"&amp;1</f><v>P1</v></c>', '<c><f>D2</f><v>0</v></c>', 1, TIME),
      row(3, 'P2', 100, '<c t="str"><f>IF(A9="","",1)</f><v></v></c>', TIME),
      row(4, 'P3', 100, '<c t="str"><f>IF(A9="","",1)</f></c>', TIME),
      row(5, '<c t="str"><f>IF(A9="","",1)</f><v/></c>'),
    ]);
    expect(counts(result)).toBe('3 = 3 + 0 + 0');
    expect(result.uncomputedRows).toBeUndefined();
  });
});
