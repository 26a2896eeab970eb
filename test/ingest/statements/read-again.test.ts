/** Files of statements that are read again by other settings. */
import { expect, it } from 'vitest';
import { judgeNow } from '../../../src/books/run/judge-as-of.ts';
import type { Store } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { instant } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { read, write } from '../reading.ts';

const COLUMNS = { id: 'row_id', pedido: 'order_no', valor: 'gross', estado: 'status', data: 'completed_at' };
const TABLE = {
  kind: 'statement',
  columns: COLUMNS,
  values: { currency: 'BRL' },
  times: 'yyyy-MM-dd HH:mm',
} as const;
const file = (value: string) => `id;pedido;valor;estado;data\nR1;A;${value};Pago;2026-11-19 10:00\n`;

const settingsWith = (more: object): ReturnType<typeof parseSettings> =>
  parseSettings({ map: { portal: { ...TABLE, ...more } } } as SettingsInput);

/** The amounts that count. */
async function amounts(store: Store, settings: ReturnType<typeof parseSettings>): Promise<unknown[]> {
  await judgeNow(store, settings, instant('2026-11-20T12:00:00Z'));
  const rows = await store.session(({ db }) =>
    db.selectFrom('statement_rows').select('gross_minor').where('until_run', 'is', null).execute(),
  );
  return rows.map(({ gross_minor }) => gross_minor);
}

onEngines('a file of a statement', (engine) => {
  it('that is read again by other settings undoes no correction of it', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const first = write(folder, 'portal.csv', file('100'));
    const corrected = write(folder, 'portal-corrected.csv', file('90'));
    const before = settingsWith({ words: { status: { Pago: 'paid' } } });
    await read(store, [first], { settings: before });
    await read(store, [corrected], { settings: before });
    expect(await amounts(store, before)).toEqual(['9000']);
    const after = settingsWith({ words: { status: { Pago: 'paid', Falhou: 'failed' } } });
    const again = await read(store, [corrected, first], { settings: after });
    expect(again.map(({ accepted, duplicate }) => [accepted, duplicate])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(await amounts(store, after)).toEqual(['9000']);
    // What the file said by a mistaken map is put right by the same file.
    const mistaken = settingsWith({
      ...{ words: { status: { Pago: 'paid' } }, columns: { ...COLUMNS, valor: 'net', taxa: 'gross' } },
    });
    const own = write(
      folder,
      'portal-own.csv',
      file('50').replaceAll('R1', 'R2').replace('valor', 'valor;taxa').replace('50', '50;1'),
    );
    await read(store, [own], { settings: settingsWith({ columns: { ...COLUMNS, taxa: 'fee' } }) });
    await read(store, [own], { settings: mistaken });
    expect((await amounts(store, after)).toSorted()).toEqual(['100', '9000']);
    await read(store, [own], {
      settings: settingsWith({
        columns: { ...COLUMNS, taxa: 'fee' },
        words: { status: { Falhou: 'failed' } },
      }),
    });
    expect((await amounts(store, after)).toSorted()).toEqual(['5000', '9000']);
    // Another file that says the first amount once more is news.
    const later = write(folder, 'portal-later.csv', `${file('100')}\n`);
    await read(store, [later], { settings: after });
    expect((await amounts(store, after)).toSorted()).toEqual(['10000', '5000']);
  });

  it.each([
    ['before', ['portal.csv', 'portal-corrected.csv']],
    ['after', ['portal-corrected.csv', 'portal.csv']],
  ])('that is read again with one more column %s its correction does not undo it', async (_name, order) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const charged = (value: string) =>
      file(value).replace('valor', 'valor;taxa').replace(value, `${value};1`);
    const paths = { 'portal.csv': '100', 'portal-corrected.csv': '90', 'portal-again.csv': '80' };
    const pathOf = (name: string) => write(folder, name, charged(paths[name as keyof typeof paths]));
    const words = { words: { status: { Pago: 'paid' } } };
    const before = settingsWith({ ...words, columns: { ...COLUMNS, taxa: 'ignore' } });
    const after = settingsWith({ ...words, columns: { ...COLUMNS, taxa: 'fee' } });
    const files = ['portal.csv', 'portal-corrected.csv'].map(pathOf);
    for (const path of files) await read(store, [path], { settings: before });
    const again = await read(store, order.map(pathOf), { settings: after });
    expect(again.map(({ accepted }) => accepted)).toEqual([1, 1]);
    expect(await amounts(store, after)).toEqual(['9000']);
    await read(store, [pathOf('portal-again.csv')], { settings: after });
    expect(await amounts(store, after)).toEqual(['8000']);
  });
});
