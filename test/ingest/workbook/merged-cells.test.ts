import { expect, it } from 'vitest';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, read, rejects, rowCounts, write } from '../reading.ts';

const SETTINGS = parseSettings({
  map: {
    pagos: {
      values: { merchantId: 'M0001', 'money.currency': 'BRL', paymentMethod: 'PIX', status: 'SUCCESS' },
      ...{ columns: { nota: 'ignore' }, headerRow: 2 },
    },
  },
});
const TIME = '2026-11-19T10:05:00';
const ROWS =
  row(2, 'orderNo', 'nota', 'tradeNo', 'money.amount', 'transactionTime') +
  Array.from({ length: 4 }, (_, at) => row(at + 3, `ORDER0000${at}`, 'x', `T${at}`, 100, TIME)).join('');

/** A workbook with some ranges, the title in its first row. */
const merged = (ranges: Iterable<string>) =>
  madeWorkbook({
    sheets: [
      {
        name: 'Pagos',
        rows: row(1, 'Pagamentos') + ROWS,
        after: `<mergeCells>${Array.from(ranges, (one) => `<mergeCell ref="${one}"/>`).join('')}</mergeCells>`,
      },
    ],
  });

function* rangesBelow(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) yield `A${at + 10}:B${at + 10}`;
}

onEngines('merged cells of a workbook', (engine) => {
  const readOne = async (ranges: Iterable<string>) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'pagos.xlsx', await merged(ranges));
    const reading = read(store, [path], { settings: SETTINGS });
    return { store, path, reading };
  };

  it.each([
    ['that overlap', ['D3:D4', 'D4:D5'], 'merged ranges that overlap: D3:D4 and D4:D5'],
    [
      'that lie one in another',
      ['A3:XFD1048576', 'E5:E6'],
      'merged ranges that overlap: A3:XFD1048576 and E5:E6',
    ],
    ['twice', ['C3:C4', 'C3:C4'], 'merged ranges that overlap: C3:C4 and C3:C4'],
    ['in a list that is too long', rangesBelow(100_001), 'more than 100000 merged ranges'],
  ])('%s are refused, and nothing is kept', async (_name, ranges, found) => {
    const { store, path, reading } = await readOne(ranges);
    await expect(reading).rejects.toMatchObject({ code: 'SOURCE_BROKEN', detail: { where: path, found } });
    expect(await rowCounts(store)).toMatchObject({ sources: 0, callbacks: 0, rejects: 0 });
  });

  it('reject the rows in whose columns they are, whatever else is merged', async () => {
    // Of a column that is ignored, of others that are not, and beside the table, where ranges that overlap say nothing of it.
    const ranges = ['A1:E1', 'B3:B6', 'D3:D4', 'E5:F6', 'H1:XFD2', 'H2:I9'];
    const { store, reading } = await readOne([...ranges, ...rangesBelow(90_000)]);
    expect((await reading).map(counts)).toEqual(['4 = 2 + 0 + 2']);
    expect((await rejects(store)).map(({ line, detail }) => `${line}: ${detail}`)).toEqual([
      '4: cell D4 is merged into D3:D4',
      '6: cell E6 is merged into E5:F6',
    ]);
  });
});
