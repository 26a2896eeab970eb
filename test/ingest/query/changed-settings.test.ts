/** Settings of a query of a statement or a bank that change, so that the same rows would have other texts. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import { describeFault } from '../../../src/errors.ts';
import { testSource } from '../../../src/ingest/sample/test-source.ts';
import { testedText } from '../../../src/ingest/sources-text.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { type MerchantDatabase, merchantDatabase } from '../../support/merchant-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { READ_AT, rowCounts } from '../reading.ts';
import { querySettings, readAll, readOnce } from './shop.ts';

let shop: MerchantDatabase;
let store: Store;

const ROWS = `
  create table portal (id int, pedido text, valor text, liquido text, dia timestamptz, pago text, meio text, escrito timestamptz);
  insert into portal values
    (1, 'A', '1.50', '1.00', '2026-11-19 12:00Z', '2026-11-19 12:00', 'P', '2026-11-20 01:31Z'),
    (2, 'B', '2.50', '2.00', '2026-11-19 12:00Z', '2026-11-19 12:00', 'P', '2026-11-20 02:31Z'),
    (3, 'C', '3.50', '3.00', '2026-11-19 12:00Z', '2026-11-19 12:00', 'P', '2026-11-20 03:31Z')`;

const COLUMNS: Record<string, string> = {
  pedido: 'order_no',
  valor: 'gross',
  dia: 'settled_on',
  pago: 'completed_at',
  meio: 'payment_method',
};
const { pago: _, ...FEWER } = COLUMNS;

type Others = Parameters<typeof querySettings>[1];

function portal(others: Others = {}, columns: Record<string, string> = COLUMNS): Settings {
  return querySettings(shop.url, {
    ...{ query: 'select * from portal', name: 'portal', watermark: 'escrito', overlap: 86_400 },
    ...{ kind: 'statement' },
    ...{ zone: 'America/Sao_Paulo', values: { currency: 'BRL' } },
    ...{ columns: { '*': 'ignore', ...columns } },
    ...others,
  });
}

const BANK = { dia: 'booked_on', valor: 'amount', meio: 'reference' };
const bank = (others: Others = {}, columns: Record<string, string> = { ...BANK, id: 'row_id' }) =>
  portal({ kind: 'bank', ...others }, columns);

async function withdrawn(): Promise<void> {
  const why = { who: 'ana', reason: 'settings changed', at: READ_AT, asOf: READ_AT };
  await withdraw(store, portal(), { source: 'query:portal', ...why, out: temporaryFolder() });
}

async function said(settings: Settings): Promise<string> {
  const [source] = await readAll(store, settings);
  expect(source!.faults).toMatchObject([{ code: 'SOURCE_READ_OTHERWISE' }]);
  return describeFault(source!.faults[0]!);
}

describe.skipIf(inject('templates').postgresql === undefined)('settings of a query', () => {
  beforeAll(async () => {
    shop = await merchantDatabase();
  });
  afterAll(() => shop.drop());
  onEngines('that change', (engine) => {
    beforeEach(async () => {
      store = await engine.emptied();
      await shop.run(`drop schema public cascade; create schema public; ${ROWS}`);
    });
    refused();
    readAgain();
  });
});

function refused(): void {
  it('are refused for rows without row_id, until what was read before is withdrawn', async () => {
    expect(await readOnce(store, portal())).toBe('3 = 3 + 0 + 0');
    expect(await said(portal({}, FEWER))).toContain('completed_at was read from a column before');
    expect(await readOnce(store, portal())).toBe('3 = 0 + 3 + 0');
    await withdrawn();
    expect(await readOnce(store, portal({}, FEWER))).toBe('3 = 3 + 0 + 0');
    const found = await said(portal());
    expect(found).toContain('completed_at was read from no column before');
    expect(found).toContain('payin-recon withdraw query:portal --reason');
    expect(await readOnce(store, portal({}, FEWER))).toBe('3 = 0 + 3 + 0');
    expect(await rowCounts(store)).toMatchObject({ rejects: 0 });
  });

  it.each<[string, Others, Record<string, string>, string]>([
    ['another path', {}, { ...FEWER, pago: 'payout_id' }, 'payout_id was read from no column before'],
    [
      'another column',
      {},
      { ...COLUMNS, valor: 'net', liquido: 'gross' },
      'gross was read from the column valor and is read from liquido',
    ],
    ['another zone', { zone: 'Asia/Tokyo' }, COLUMNS, 'settled_on was read by other settings'],
    ['a form of times', { times: 'yyyy-MM-dd HH:mm' }, COLUMNS, 'completed_at was read by other settings'],
    ['a decimal mark', { decimal: ',', group: '.' }, COLUMNS, 'gross was read by other settings'],
    [
      'words that are kept',
      { words: { payment_method: { P: 'PIX' } } },
      COLUMNS,
      'payment_method was read by other settings',
    ],
    ['a value', { values: { currency: 'BRL', type: 'payment' } }, COLUMNS, 'type was read by other'],
    ['another value', { values: { currency: 'EGP' } }, COLUMNS, 'currency was read by other settings'],
    ['a row_id', {}, { ...COLUMNS, id: 'row_id' }, 'row_id was read from no column before'],
  ])('are refused for %s', async (_name, others, columns, found) => {
    await readOnce(store, portal());
    expect(await said(portal(others, columns))).toContain(found);
    expect(await readOnce(store, portal())).toBe('3 = 0 + 3 + 0');
  });

  it('are refused for rows of a bank with a row_id if their date or the row_id is another one', async () => {
    expect(await readOnce(store, bank())).toBe('3 = 3 + 0 + 0');
    expect(await said(bank({ zone: 'Asia/Tokyo' }))).toContain('a row_id counts together with booked_on');
    const other = { ...BANK, pedido: 'row_id' };
    expect(await said(bank({}, other))).toContain('another row_id is another row');
    expect(await readOnce(store, bank({ decimal: ',', group: '.' }))).toMatch(/^3 = /);
  });

  it('are shown by a test of the source, with its first rows', async () => {
    const request = { name: 'portal', rows: 2, readAt: READ_AT, workingDirectory: '.' };
    await readOnce(store, portal());
    expect(await testSource(store, portal(), request)).toMatchObject({ faults: [] });
    const tested = await testSource(store, portal({}, FEWER), request);
    expect(tested).toMatchObject({
      looked: { records: 2, rejected: 0 },
      faults: [{ code: 'SOURCE_READ_OTHERWISE' }],
    });
    expect(testedText(tested)).toContain('The query cannot be read, see below.');
  });

  it('are learnt by the next reading where the store does not know them yet', async () => {
    await readOnce(store, portal());
    await store.session(async ({ db }) => {
      const { reading } = await db.selectFrom('source_marks').select('reading').executeTakeFirstOrThrow();
      const [digest = '', types = ''] = reading.split(/ (.*)/s);
      const { watermark, columns } = JSON.parse(types);
      const older = `${digest} ${JSON.stringify({ watermark, columns })}`;
      await db.updateTable('source_marks').set({ reading: older }).execute();
    });
    expect(await said(portal({}, FEWER))).toContain('completed_at was read from a column before');
    expect(await readOnce(store, portal())).toBe('3 = 0 + 3 + 0');
    expect(await said(portal({ zone: 'Asia/Tokyo' }))).toContain('settled_on was read by other settings');
  });
}

function readAgain(): void {
  it.each<[string, Others]>([
    ['the unit', { unit: 'minor' }],
    ['words of a type', { words: { type: { P: 'payment' } } }],
    ['the query', { query: 'select * from portal -- emptied on 2026-11-21' }],
    ['the decimal mark that applies anyway', { decimal: '.' }],
  ])('are read with another value of what no text depends on: %s', async (_name, others) => {
    await readOnce(store, portal());
    expect(await readOnce(store, portal(others))).toBe('3 = 0 + 3 + 0');
  });

  it('are read with a column that has another name', async () => {
    await readOnce(store, portal());
    await shop.run('alter table portal rename pago to quando');
    expect(await readOnce(store, portal({}, { ...FEWER, quando: 'completed_at' }))).toBe('3 = 0 + 3 + 0');
  });

  it('are read where all rows were rejected, or have a row_id', async () => {
    await shop.run("alter table portal alter dia type text using '19/11/2026'");
    expect(await readOnce(store, portal({}, FEWER))).toBe('3 = 0 + 0 + 3');
    expect(await readOnce(store, portal({ times: 'dd/MM/yyyy' }, FEWER))).toBe('3 = 3 + 0 + 0');
    await withdrawn();
    const known = { ...COLUMNS, id: 'row_id' };
    const times = ['dd/MM/yyyy', 'yyyy-MM-dd HH:mm'];
    expect(await readOnce(store, portal({ times }, known))).toBe('3 = 3 + 0 + 0');
    expect(await readOnce(store, portal({ times }, { ...FEWER, id: 'row_id' }))).toMatch(/^3 = /);
    expect(await rowCounts(store)).toMatchObject({ rejects: 3 });
  });
}
