/** Columns of a query that have another type than when they were read, so that the same rows have other texts. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { describeFault } from '../../../src/errors.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { type MerchantDatabase, merchantDatabase } from '../../support/merchant-database.ts';
import { rowCounts } from '../reading.ts';
import { querySettings, readAll, readOnce, withdrawQuery } from './shop.ts';

let shop: MerchantDatabase;
let store: Store;

const ROWS = `
  create table portal (id int, pedido text, valor numeric(12,2), pago timestamp, dia date, repasse text, escrito timestamptz);
  insert into portal values
    (1, 'A', 10.50, '2026-11-19 22:30:00', '2026-11-19', 'PO-1', '2026-11-20 01:31Z'),
    (2, 'B', 20.00, '2026-11-19 23:30:00', '2026-11-19', 'PO-1', '2026-11-20 02:31Z')`;

const STATED = {
  query: 'select * from portal',
  name: 'portal',
  watermark: 'escrito',
  kind: 'statement',
  zone: 'America/Sao_Paulo',
  values: { currency: 'BRL' },
} as const;
const COLUMNS = {
  pedido: 'order_no',
  valor: 'gross',
  pago: 'completed_at',
  dia: 'settled_on',
  repasse: 'payout_id',
};

/** A source of the portal's rows, of which only columns that are named count. */
function portal(
  others: Parameters<typeof querySettings>[1] = {},
  columns: Record<string, string> = COLUMNS,
): Settings {
  return querySettings(shop.url, { ...STATED, columns: { '*': 'ignore', ...columns }, ...others });
}

const change = (column: string, type: string, using: string) =>
  shop.run(`alter table portal alter ${column} type ${type} using ${using}`);

async function statedRows(): Promise<number> {
  return store.session(async ({ db }) => {
    const stated = await db.selectFrom('statements').select('digest').execute();
    const bank = await db.selectFrom('bank_rows').select('digest').execute();
    return stated.length + bank.length;
  });
}

describe.skipIf(inject('templates').postgresql === undefined)('columns of a query', () => {
  beforeAll(async () => {
    shop = await merchantDatabase();
  });
  afterAll(() => shop.drop());
  onEngines('that change their type', (engine) => {
    beforeEach(async () => {
      store = await engine.emptied();
      await shop.run(`drop schema public cascade; create schema public; ${ROWS}`);
    });
    refusesSecondRows();
    readsOnWhereNothingDoubles();
    readsAgainByAnotherWatermark();
  });
});

function refusesSecondRows(): void {
  it('are refused for rows without row_id, until what was read before is withdrawn', async () => {
    expect(await readOnce(store, portal())).toBe('2 = 2 + 0 + 0');
    await change('pago', 'timestamptz', "pago at time zone 'America/Sao_Paulo'");
    for (const settings of [portal(), portal({ query: 'select * from portal where true' })]) {
      const [source] = await readAll(store, settings);
      expect(source!.faults).toMatchObject([{ code: 'SOURCE_READ_OTHERWISE' }]);
      const said = describeFault(source!.faults[0]!);
      expect(said).toContain('where:    query:portal');
      expect(said).toContain('do not come again: 2; new rows, which may be the same ones: 2');
      expect(said).toContain('payin-recon withdraw query:portal --reason');
    }
    expect(await statedRows()).toBe(2);
    await withdrawQuery(store, portal());
    expect(await readOnce(store, portal())).toBe('2 = 2 + 0 + 0');
    expect(await readOnce(store, portal())).toBe('2 = 0 + 2 + 0');
    expect(await statedRows()).toBe(2);
  });

  it.each([
    ['date', 'dia', 'timestamptz', "dia::timestamp at time zone 'UTC'"],
    ['timestamp', 'pago', 'text', "to_char(pago, 'DD.MM.YYYY HH24:MI')"],
  ])('are refused if a %s becomes something else', async (_was, column, type, using) => {
    await readOnce(store, portal());
    await change(column, type, using);
    expect(await readOnce(store, portal())).toBe('SOURCE_READ_OTHERWISE');
  });

  it('are refused for rows of a bank', async () => {
    const bank = portal({ kind: 'bank' }, { dia: 'booked_on', valor: 'amount', repasse: 'reference' });
    expect(await readOnce(store, bank)).toBe('2 = 2 + 0 + 0');
    await change('dia', 'timestamptz', "dia::timestamp at time zone 'UTC'");
    expect(await readOnce(store, bank)).toBe('SOURCE_READ_OTHERWISE');
  });

  it('are refused for rows of a bank with a row_id if their date does, but not if another value does', async () => {
    const columns = { dia: 'booked_on', valor: 'amount', repasse: 'reference', id: 'row_id' };
    const bank = portal({ kind: 'bank' }, columns);
    expect(await readOnce(store, bank)).toBe('2 = 2 + 0 + 0');
    await change('valor', 'text', "to_char(valor, 'FM990.0000')");
    expect(await readOnce(store, bank)).toMatch(/^2 = /);
    await change('dia', 'timestamptz', "dia::timestamp at time zone 'UTC'");
    expect(await readOnce(store, bank)).toBe('SOURCE_READ_OTHERWISE');
    await withdrawQuery(store, portal());
    expect(await readOnce(store, bank)).toBe('2 = 2 + 0 + 0');
  });

  it('are refused if rows of a query with a row_id have none', async () => {
    await shop.run('alter table portal add ref text; update portal set ref = id where id = 1');
    const known = portal({}, { ...COLUMNS, ref: 'row_id' });
    expect(await readOnce(store, known)).toBe('2 = 2 + 0 + 0');
    await change('pago', 'timestamptz', "pago at time zone 'America/Sao_Paulo'");
    const [source] = await readAll(store, known);
    expect(describeFault(source!.faults[0]!)).toContain(
      'do not come again: 1; new rows, which may be the same ones: 1',
    );
    expect(await statedRows()).toBe(2);
  });
}

function readsOnWhereNothingDoubles(): void {
  it('are read on with the same texts: another size, another number, another text', async () => {
    await readOnce(store, portal());
    await change('valor', 'numeric(20,4)', 'valor');
    expect(await readOnce(store, portal())).toBe('2 = 0 + 2 + 0');
    await change('valor', 'double precision', 'valor');
    await change('pedido', 'varchar(40)', 'pedido');
    await change('repasse', 'char(20)', 'repasse');
    expect(await readOnce(store, portal())).toBe('2 = 0 + 2 + 0');
  });

  it.each([
    ['a date that is the same', 'dia', 'timestamptz', "(dia + time '12:00') at time zone 'UTC'"],
    ['a number of the same value', 'valor', 'text', "to_char(valor, 'FM990.0000')"],
  ])('are read if all rows come again: %s', async (_name, column, type, using) => {
    await readOnce(store, portal());
    await change(column, type, using);
    await shop.run(
      `insert into portal select 3, 'C', valor, pago, dia, repasse, '2026-11-20 03:31Z' from portal where id = 1`,
    );
    expect(await readOnce(store, portal())).toBe('3 = 1 + 2 + 0');
  });

  it('are read on where they mean nothing, or rows have a row_id', async () => {
    const { pago: _, ...others } = COLUMNS;
    const known = portal({ name: 'known' }, { ...COLUMNS, id: 'row_id' });
    await readOnce(store, portal({}, others));
    await readOnce(store, known);
    await change('pago', 'timestamptz', "pago at time zone 'America/Sao_Paulo'");
    expect(await readOnce(store, portal({}, others))).toBe('2 = 0 + 2 + 0');
    expect(await readOnce(store, known)).toMatch(/^2 = /);
  });

  it('are read on while no row was read', async () => {
    await shop.run('create table no_rows as table portal; truncate portal');
    expect(await readOnce(store, portal())).toBe('0 = 0 + 0 + 0');
    await change('pago', 'timestamptz', "pago at time zone 'America/Sao_Paulo'");
    await shop.run('insert into portal select id, pedido, valor, pago, dia, repasse, escrito from no_rows');
    expect(await readOnce(store, portal())).toBe('2 = 2 + 0 + 0');
  });

  it('are learnt by the next reading where the store does not know them yet', async () => {
    await readOnce(store, portal());
    await store.session(async ({ db }) => {
      const { reading } = await db.selectFrom('source_marks').select('reading').executeTakeFirstOrThrow();
      await db
        .updateTable('source_marks')
        .set({ reading: reading.split(' ')[0]! })
        .execute();
    });
    await shop.run(
      "insert into portal values (3, 'C', 1, '2026-11-19', '2026-11-19', 'PO-1', '2026-11-20 12:00Z')",
    );
    expect(await readOnce(store, portal({ overlap: 0 }))).toBe('2 = 1 + 1 + 0');
    await change('pago', 'timestamptz', 'pago');
    expect(await readOnce(store, portal())).toBe('SOURCE_READ_OTHERWISE');
  });
}

function readsAgainByAnotherWatermark(): void {
  it.each([
    ['timestamptz', 'timestamp', "escrito at time zone 'America/Sao_Paulo'"],
    ['timestamptz', 'bigint', 'extract(epoch from escrito)::bigint'],
    ['timestamptz', 'date', 'escrito::date'],
  ])('as the watermark, from %s to %s, are read from the first row again', async (_was, type, using) => {
    const settings = portal({ overlap: 0 });
    await readOnce(store, settings);
    await change('escrito', type, using);
    // Earlier than the mark by its text, though later than all that was read.
    await shop.run(`insert into portal
      select 3, 'C', valor, pago, dia, repasse, escrito from portal where id = 2`);
    expect(await readOnce(store, settings)).toBe('3 = 1 + 2 + 0');
    expect(await readOnce(store, settings)).toMatch(/^[123] = 0 \+ /);
    expect(await rowCounts(store)).toMatchObject({ rejects: 0 });
    expect(await statedRows()).toBe(3);
  });

  it('as the watermark of a greater range are read on', async () => {
    const settings = portal({ watermark: 'id', overlap: 0 });
    await readOnce(store, settings);
    await change('id', 'bigint', 'id');
    expect(await readOnce(store, settings)).toBe('1 = 0 + 1 + 0');
  });

  it('as the watermark and as a value are refused', async () => {
    const settings = portal({ watermark: 'pago' });
    await readOnce(store, settings);
    await change('pago', 'timestamptz', "pago at time zone 'America/Sao_Paulo'");
    expect(await readOnce(store, settings)).toBe('SOURCE_READ_OTHERWISE');
  });
}
