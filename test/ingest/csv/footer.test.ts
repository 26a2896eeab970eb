import { expect, it } from 'vitest';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const STATEMENT: Table = {
  ...{ kind: 'statement', values: { currency: 'BRL' }, footer: 1 },
  columns: { Order: 'order_no', Gross: 'gross', Time: 'completed_at' },
};
const settings = (table: Partial<Table> = {}) =>
  parseSettings({ map: { portal: { ...STATEMENT, ...table } } });
const HEAD = 'Order,Gross,Time';
const FIRST = 'P1,10.00,2026-11-19 10:05:00';
const SECOND = 'P2,20.00,2026-11-19 10:06:00';

onEngines('a footer of so many rows', (engine) => {
  it.each([
    ['a statement', {}, lines(HEAD, FIRST, SECOND), 3],
    ['a statement, before rows of empty cells', { footer: 2 }, lines(HEAD, FIRST, SECOND, ',,'), 3],
    ['a statement, with cells missing or added', {}, lines(HEAD, FIRST, `${SECOND},,`), 3],
    ['a statement whose amount cannot be read', {}, lines(HEAD, FIRST, 'P2,R$ 20.00,2026-11-19 10:06:00'), 3],
    ['a statement, in quotation marks', {}, lines(HEAD, FIRST, '"P\n2",20.00,2026-11-19 10:06:00'), 3],
    [
      'callbacks',
      {
        ...{ kind: 'callbacks', times: 'yyyy-MM-dd HH:mm:ss' },
        values: { merchantId: 'M0001', tradeNo: 'T1', status: 'SUCCESS', 'money.currency': 'BRL' },
        columns: { Order: 'orderNo', Gross: 'money.amount', Time: 'transactionTime' },
      },
      lines(HEAD, FIRST, SECOND),
      3,
    ],
  ] as const)('refuses a file of which it would leave out a record: %s', async (_name, table, text, line) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', text);
    await expect(read(store, [path], { settings: settings(table as Partial<Table>) })).rejects.toMatchObject({
      code: 'SOURCE_TOTALS',
      detail: {
        where: `${path}:${line}`,
        found: 'a record, with what it needs, among the last rows, which footer leaves out by their number',
        remedy: expect.stringContaining(
          "set footer to a pattern of the rows that are no records, such as '^Total'",
        ),
      },
    });
    const good = settings({ ...(table as Partial<Table>), footer: '^(Total|,*$)' });
    expect((await read(store, [path], { settings: good }))[0]!.records).toBe(2);
  });

  it('refuses such a workbook', async () => {
    const store = await engine.emptied();
    const rows =
      row(1, 'Order', 'Gross', 'Time') + row(2, ...FIRST.split(',')) + row(3, ...SECOND.split(','));
    const book = (more: string) => madeWorkbook({ sheets: [{ name: 'A', rows: rows + more }] });
    const path = write(temporaryFolder(), 'portal.xlsx', await book(''));
    await expect(read(store, [path], { settings: settings() })).rejects.toMatchObject({
      code: 'SOURCE_TOTALS',
      detail: { where: `${path}:3` },
    });
    const whole = write(temporaryFolder(), 'portal.xlsx', await book(row(4, 'Total', '30.00')));
    expect((await read(store, [whole], { settings: settings() })).map(counts)).toEqual(['2 = 2 + 0 + 0']);
  });

  it.each([
    ['has no time', 'Total,30.00,', {}],
    ['has no order', ',30.00,2026-11-30 23:59:59', {}],
    ['has no amount', 'Generated,,2026-11-30 23:59:59', {}],
    [
      'has its payout from the settings',
      ',30.00,2026-11-30 23:59:59',
      { values: { currency: 'BRL', payout_id: 'X' } },
    ],
    ['says what the rows add up to', 'Total,30.00,2026-11-30 23:59:59', { totals: { gross: 'Gross' } }],
  ])('leaves out a row that %s, and a dry run says how many', async (_name, footer, table) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', lines(HEAD, FIRST, SECOND, footer));
    const request = { settings: settings(table) };
    const results = await read(store, [path], { ...request, dryRun: true });
    expect(results[0]!.sample!.footer).toEqual({ rows: 1, line: '4' });
    expect(ingestText(results)).toContain('  left out as footer: 1 row, the first in line 4');
    expect((await read(store, [path], request)).map(counts)).toEqual(['2 = 2 + 0 + 0']);
  });

  it('leaves out the closing balance of a bank, which reads as a booking', async () => {
    const store = await engine.emptied();
    const columns = { Date: 'booked_on', Text: 'reference', Amount: 'amount' };
    const bank = settings({ kind: 'bank', columns });
    const text = lines('Date,Text,Amount', '2026-11-19,PO-1,10.00', '2026-11-30,Saldo,10.00');
    const path = write(temporaryFolder(), 'portal.csv', text);
    expect((await read(store, [path], { settings: bank })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });

  it('counts the rows that a pattern leaves out in a dry run', async () => {
    const store = await engine.emptied();
    const path = write(
      temporaryFolder(),
      'portal.csv',
      lines(HEAD, 'Total,1,', FIRST, 'Total,2,', 'Total,3,'),
    );
    const results = await read(store, [path], { settings: settings({ footer: '^Total' }), dryRun: true });
    expect(results[0]!.sample!.footer).toEqual({ rows: 3, line: '2' });
    expect(results[0]!.leftOutRows).toEqual({ rows: 1, line: '2' });
    const plain = write(temporaryFolder(), 'portal.csv', lines(HEAD, FIRST));
    const [other] = await read(store, [plain], { settings: settings({ footer: 0 }), dryRun: true });
    expect(other!.sample).not.toHaveProperty('footer');
  });
});
