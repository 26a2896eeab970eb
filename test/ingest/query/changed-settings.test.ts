/** Settings of a query of a statement or a bank that change, so that the same rows would have other texts. */
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
  create table portal (id int, pedido text, valor text, liquido text, dia timestamptz, pago text, meio text, escrito timestamptz);
  insert into portal values
    (1, 'A', '1.50', '1.00', '2026-11-19 12:00Z', '2026-11-19 12:00', 'P', '2026-11-20 01:31Z'),
    (2, 'B', '2.50', '2.00', '2026-11-19 12:00Z', '2026-11-19 12:00', 'P', '2026-11-20 02:31Z'),
    (3, 'C', '3.50', '3.00', '2026-11-19 12:00Z', '2026-11-19 12:00', 'P', '2026-11-20 03:31Z')`;

const ANOTHER = `insert into portal
  values (4, 'D', '4.50', '4.00', '2026-11-19 12:00Z', '2026-11-19 12:00', 'P', '2026-11-20 04:31Z')`;

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
  return zoneless({ zone: 'America/Sao_Paulo', ...others }, columns);
}

/** By the zone of the region, which is the same one. */
function zoneless(others: Others = {}, columns: Record<string, string> = COLUMNS): Settings {
  return querySettings(shop.url, {
    ...{ query: 'select * from portal', name: 'portal', watermark: 'escrito', overlap: 86_400 },
    ...{ kind: 'statement' },
    ...{ values: { currency: 'BRL' } },
    ...{ columns: { '*': 'ignore', ...columns } },
    ...others,
  });
}

const BANK = { dia: 'booked_on', valor: 'amount', meio: 'reference' };
const bank = (others: Others = {}, columns: Record<string, string> = { ...BANK, id: 'row_id' }) =>
  portal({ kind: 'bank', ...others }, columns);

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
    const found = await said(portal({}, FEWER));
    expect(found).toContain('do not come again: 3; new rows, which may be the same ones: 3');
    expect(found).toContain('payin-recon withdraw query:portal --reason');
    expect(await readOnce(store, portal())).toBe('3 = 0 + 3 + 0');
    await withdrawQuery(store, portal());
    expect(await readOnce(store, portal({}, FEWER))).toBe('3 = 3 + 0 + 0');
    await said(portal());
    expect(await readOnce(store, portal({}, FEWER))).toBe('3 = 0 + 3 + 0');
    expect(await rowCounts(store)).toMatchObject({ rejects: 0 });
  });

  it.each<[string, Others, Record<string, string>]>([
    ['another path', {}, { ...FEWER, pago: 'payout_id' }],
    ['another column', {}, { ...COLUMNS, valor: 'net', liquido: 'gross' }],
    ['another zone', { zone: 'Pacific/Kiritimati' }, COLUMNS],
    ['words that are kept', { words: { payment_method: { P: 'PIX' } } }, COLUMNS],
    ['a value', { values: { currency: 'BRL', type: 'payment' } }, COLUMNS],
    ['another value', { values: { currency: 'EGP' } }, COLUMNS],
    ['a row_id', {}, { ...COLUMNS, id: 'row_id' }],
  ])('are refused for %s', async (_name, others, columns) => {
    await readOnce(store, portal());
    await said(portal(others, columns));
    expect(await readOnce(store, portal())).toBe('3 = 0 + 3 + 0');
  });

  it('are refused for another column of a select list, of which the first is gone', async () => {
    const { valor, ...others } = COLUMNS;
    const list = 'pedido, dia, pago, meio, escrito';
    await readOnce(store, portal({ query: `select valor, ${list} from portal` }));
    const net = portal({ query: `select liquido, ${list} from portal` }, { ...others, liquido: 'gross' });
    await said(net);
  });

  it('are refused for rows of a bank with a row_id if their date or the row_id is another one', async () => {
    expect(await readOnce(store, bank())).toBe('3 = 3 + 0 + 0');
    await said(bank({ zone: 'Pacific/Kiritimati' }));
    await said(bank({}, { ...BANK, pedido: 'row_id' }));
    expect(await readOnce(store, bank({ decimal: ',', group: '.' }))).toMatch(/^3 = /);
  });

  it('are refused for rows that were purged, whose values nobody knows any more', async () => {
    await readOnce(store, portal());
    await store.session(async ({ db }) => {
      const rows = await db.deleteFrom('statements').returning('digest').execute();
      await db.insertInto('purged_records').values(rows).execute();
      await db.updateTable('sources').set({ purged_accepted: '3' }).execute();
    });
    await said(portal({}, FEWER));
  });

  it('are compared from the next reading on where the store does not know them yet', async () => {
    await readOnce(store, portal());
    await store.session(async ({ db }) => {
      const { reading } = await db.selectFrom('source_marks').select('reading').executeTakeFirstOrThrow();
      await db
        .updateTable('source_marks')
        .set({ reading: reading.split(' ')[0]! })
        .execute();
    });
    expect(await readOnce(store, portal())).toBe('3 = 0 + 3 + 0');
    await said(portal({ zone: 'Pacific/Kiritimati' }));
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

  it.each<[string, Others, Record<string, string>]>([
    ['the zone that applies anyway', { zone: 'America/Sao_Paulo' }, COLUMNS],
    ['a form of times as a list', { times: ['yyyy-MM-dd HH:mm'] }, COLUMNS],
    ['a word for what no row has', { words: { payment_method: { F: 'FAWRY' } } }, COLUMNS],
    ['a mark for what no row has', { group: ',' }, COLUMNS],
    ['a column that is empty', {}, { ...COLUMNS, taxa: 'fee' }],
  ])('are read if all rows come again, with the new ones: %s', async (_name, others, columns) => {
    await shop.run('alter table portal add taxa text');
    await readOnce(store, zoneless({ times: 'yyyy-MM-dd HH:mm' }));
    await shop.run(ANOTHER);
    const now = zoneless({ times: 'yyyy-MM-dd HH:mm', ...others }, columns);
    expect(await readOnce(store, now)).toBe('4 = 1 + 3 + 0');
  });

  it('are read after a region was added', async () => {
    const settings = zoneless();
    await readOnce(store, settings);
    await shop.run(ANOTHER);
    const [brazil] = settings.regions;
    const mexico = {
      ...brazil!,
      name: 'MX',
      currencies: ['MXN'],
      methods: ['SPEI'],
      zone: 'America/Mexico_City',
    };
    const now = { ...settings, regions: [mexico, ...settings.regions] };
    expect(await readOnce(store, now)).toBe('4 = 1 + 3 + 0');
  });

  it('correct all rows that have a row_id, also those before the overlap', async () => {
    const known = { ...COLUMNS, id: 'row_id' };
    await readOnce(store, portal({ overlap: 0 }, known));
    expect(await readOnce(store, portal({ overlap: 0, zone: 'Pacific/Kiritimati' }, known))).toMatch(/^3 = /);
    expect(await readOnce(store, portal({ overlap: 0, zone: 'Pacific/Kiritimati' }, known))).toMatch(/^1 = /);
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
    await withdrawQuery(store, portal());
    const known = { ...COLUMNS, id: 'row_id' };
    const times = ['dd/MM/yyyy', 'yyyy-MM-dd HH:mm'];
    expect(await readOnce(store, portal({ times }, known))).toBe('3 = 3 + 0 + 0');
    expect(await readOnce(store, portal({ times }, { ...FEWER, id: 'row_id' }))).toMatch(/^3 = /);
    expect(await rowCounts(store)).toMatchObject({ rejects: 3 });
  });
}
