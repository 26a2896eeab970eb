import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Fault } from '../../../src/errors.ts';
import { fileSampler } from '../../../src/ingest/sample/sample-files.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const PORTAL: Table = {
  ...{ kind: 'statement', values: { currency: 'BRL' }, decimal: ',', group: '.', headerRow: 3 },
  ...{ times: 'dd/MM/yyyy HH:mm:ss', footer: '^Total', totals: { rows: 'Pedido', gross: 'Valor', fee: 3 } },
  columns: { Pedido: 'order_no', Valor: 'gross', Tarifa: 'fee', Data: 'completed_at' },
};
const settings = (table: Partial<Table> = {}) => parseSettings({ map: { portal: { ...PORTAL, ...table } } });
const PREAMBLE = ['Extrato de novembro', 'Emitido em 30/11/2026'];
const ROWS = [
  'Pedido;Valor;Tarifa;Data',
  'P1;1.234,56;12,35;19/11/2026 10:05:00',
  ';100,00;1,00;19/11/2026 10:06:00',
  'P3;-0,56;;19/11/2026 10:07:00',
];

onEngines('the totals of a footer', (engine) => {
  it('are compared with the rows, those that are rejected among them', async () => {
    const store = await engine.emptied();
    const good = [...PREAMBLE, ...ROWS, 'Total;3 linhas;R$ 1.334,00;13,35'].map((text) =>
      text.replace('Total;3 linhas;R$ 1.334,00;13,35', 'Total: 3;R$ 1.334,00;13,350;'),
    );
    const path = write(temporaryFolder(), 'portal.csv', lines(...good));
    expect((await read(store, [path], { settings: settings() })).map(counts)).toEqual(['3 = 2 + 0 + 1']);
    const last = write(temporaryFolder(), 'portal-2.csv', lines(...good));
    expect((await read(store, [last], { settings: settings({ footer: 1 }) })).map(counts)).toEqual([
      '3 = 0 + 2 + 1',
    ]);
  });

  it.each([
    ['Total geral - 3;Total geral - 1.334,00;Sub-total: 13,35;'],
    ['Total - - 3;Total-geral:1.334,00 -;13,35'],
  ])('have words with hyphens beside them: %s', async (footer) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', lines(...PREAMBLE, ...ROWS, footer));
    expect((await read(store, [path], { settings: settings() })).map(counts)).toEqual(['3 = 2 + 0 + 1']);
  });

  it('are below zero where a minus is joined to the digits', async () => {
    const store = await engine.emptied();
    const back = [...ROWS.slice(0, 1), 'P1;-1.234,56;;19/11/2026 10:05:00'];
    const path = write(
      temporaryFolder(),
      'portal.csv',
      lines(...PREAMBLE, ...back, 'Total;Sub-total: -1.234,56;;'),
    );
    const totals = { gross: 'Valor' };
    expect((await read(store, [path], { settings: settings({ totals }) })).map(counts)).toEqual([
      '1 = 1 + 0 + 0',
    ]);
    await expect(
      read(store, [write(temporaryFolder(), 'portal.csv', lines(...PREAMBLE, ...back, 'Total;1.234,56;;'))], {
        settings: settings({ totals }),
      }),
    ).rejects.toMatchObject({ code: 'SOURCE_TOTALS' });
  });

  it.each([
    ['Total: 4;1.334,00;13,35;', ['rows: 3, the footer says 4']],
    ['Total: 3;1.334,01;13,35;', ['gross: 1334, the footer says 1334.01']],
    [
      'Total;;13,35;',
      [
        'rows: 3, the footer says nothing that is a number',
        'gross: 1334, the footer says nothing that is a number',
      ],
    ],
    [
      '',
      [
        'no footer',
        'rows: 3, the footer says nothing that is a number',
        'gross: 1334, the footer says nothing that is a number',
        'fee: 13.35, the footer says nothing that is a number',
      ],
    ],
  ])('refuse a file that does not tie: %s', async (footer, found) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', lines(...PREAMBLE, ...ROWS, footer));
    const fault = await read(store, [path], { settings: settings() }).catch((error: Fault) => error);
    expect(fault).toMatchObject({ code: 'SOURCE_TOTALS', detail: { where: path, found } });
    const { rows } = await store.session(({ db }) => sql`select from sources`.execute(db));
    expect(rows).toEqual([]);
  });

  it.each([
    ['nothing', []],
    ['only its first lines', PREAMBLE],
  ])('refuse a file that has %s', async (_name, content) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', content.length === 0 ? '' : lines(...content));
    const fault = await read(store, [path], { settings: settings() }).catch((error: Fault) => error);
    expect(fault).toMatchObject({
      code: 'SOURCE_TOTALS',
      detail: { where: path, found: 'no header and no footer' },
    });
    const { rows } = await store.session(({ db }) => sql`select from sources`.execute(db));
    expect(rows).toEqual([]);
  });

  it('are read from a workbook', async () => {
    const store = await engine.emptied();
    const rows = (gross: number) =>
      row(1, 'Extrato') +
      row(3, 'Pedido', 'Valor', 'Tarifa', 'Data') +
      row(4, 'P1', 10.1, 0.1, '19/11/2026 10:05:00') +
      row(5, 'P2', 20.2, 0.2, '19/11/2026 10:05:00') +
      row(6, 'Total', gross, 0.3, '');
    const file = async (gross: number) =>
      write(
        temporaryFolder(),
        'portal.xlsx',
        await madeWorkbook({ sheets: [{ name: 'A', rows: rows(gross) }] }),
      );
    const totals = { gross: 'Valor', fee: 'Tarifa' };
    const [result] = await read(store, [await file(30.3)], { settings: settings({ totals }) });
    expect(counts(result!)).toBe('2 = 2 + 0 + 0');
    await expect(read(store, [await file(30.31)], { settings: settings({ totals }) })).rejects.toMatchObject({
      code: 'SOURCE_TOTALS',
    });
  });
});

it('totals are not looked for in a sample of a file', async () => {
  const text = lines(...PREAMBLE, ...ROWS, ...ROWS.slice(1), 'Total: 6;2.668,00;26,70;');
  const path = write(temporaryFolder(), 'portal.csv', text);
  for (const table of [{}, { footer: 1 }])
    expect(await fileSampler(settings(table), undefined, 3)(path)).toMatchObject({ records: 3 });
  expect(await fileSampler(settings(), undefined, undefined)(path)).toMatchObject({ records: 6 });
});

it('totals need a footer, and name values of the rows', () => {
  for (const table of [{ footer: 0 }, { totals: { amount: 'Valor' } }]) {
    expect(() => settings(table)).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({ found: [expect.stringContaining('totals')] }),
      }),
    );
  }
});
