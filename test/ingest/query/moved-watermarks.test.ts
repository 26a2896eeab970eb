/** Watermarks that become smaller, and those of which many are read again. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { onEngines } from '../../support/engines.ts';
import { type MerchantDatabase, merchantDatabase } from '../../support/merchant-database.ts';
import { addCallbacks, CALLBACKS, querySettings, readAll, readOnce } from './shop.ts';

let shop: MerchantDatabase;
let store: Store;

const add = (...orders: string[]) =>
  shop.run(
    `${addCallbacks(orders)}; insert into numbered (body) select body from callbacks; truncate callbacks`,
  );

const numbered = (overlap = 2) =>
  querySettings(shop.url, { query: 'select id, body from numbered', watermark: 'id', overlap });

describe.skipIf(inject('templates').postgresql === undefined)('the watermark of a query', () => {
  beforeAll(async () => {
    shop = await merchantDatabase();
  });
  afterAll(() => shop.drop());
  onEngines('becomes smaller', (engine) => {
    beforeEach(async () => {
      store = await engine.emptied();
      await shop.run(`drop schema public cascade; create schema public; ${CALLBACKS};
        create table numbered (id bigserial, body jsonb)`);
      await add('A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7');
      expect(await readOnce(store, numbered())).toBe('7 = 7 + 0 + 0');
    });
    readsAgain();
    readsOn();
  });
  onEngines('is read again from far before', (engine) => {
    readsFarBack(engine);
  });
});

function readsAgain(): void {
  it('where its table begins again with smaller numbers, and is read from its first row', async () => {
    await shop.run('truncate numbered restart identity');
    await add('B1', 'B2');
    expect(await readAll(store, numbered())).toMatchObject([
      { mark: '2', faults: [], results: [{ accepted: 2, duplicate: 0 }] },
    ]);
    await add('B3');
    expect(await readOnce(store, numbered(0))).toBe('2 = 1 + 1 + 0');
  });

  it('where a number out of proportion is removed, behind which later rows were hidden', async () => {
    await shop.run('update numbered set id = 9000000 where id = 7');
    expect(await readOnce(store, numbered())).toBe('3 = 0 + 3 + 0');
    await add('B1', 'B2');
    expect(await readOnce(store, numbered())).toBe('1 = 0 + 1 + 0');
    await shop.run('delete from numbered where id = 9000000');
    expect(await readAll(store, numbered())).toMatchObject([{ mark: '9', results: [{ accepted: 2 }] }]);
  });

  it('where its last rows are removed, and nothing counts twice', async () => {
    await shop.run('delete from numbered where id > 3');
    expect(await readAll(store, numbered())).toMatchObject([
      { mark: '3', faults: [], results: [{ records: 3, accepted: 0, duplicate: 3 }] },
    ]);
  });
}

function readsOn(): void {
  it('where all rows are purged, and stays', async () => {
    await shop.run('delete from numbered');
    expect(await readAll(store, numbered())).toMatchObject([
      { mark: '7', faults: [], results: [{ records: 0 }] },
    ]);
    await add('B1');
    expect(await readOnce(store, numbered())).toBe('1 = 1 + 0 + 0');
  });

  it('by less than the overlap, and stays', async () => {
    await shop.run('delete from numbered where id > 5');
    expect(await readAll(store, numbered())).toMatchObject([{ mark: '7', results: [{ records: 1 }] }]);
  });
}

function readsFarBack(engine: { emptied(): Promise<Store> }): void {
  it.each([
    ['bigint', '(1800000000000000 + n)', 3_600_000_000],
    ['numeric', '(n + 0.5)', 3_600_000_000],
    ['double precision', '(n / 10.0)::float8', 3_600_000_000],
    ['date', "date '2026-11-10' + n", 2_147_483_648],
    ['timestamptz', "timestamptz '2026-11-10' + n * interval '1 hour'", 2_147_483_648],
  ])('by more than an integer holds, for %s', async (_type, grows, overlap) => {
    store = await engine.emptied();
    await shop.run(`drop schema public cascade; create schema public; ${CALLBACKS}; ${addCallbacks(['A'])}`);
    const query = `select body || jsonb_build_object('orderNo', 'N' || n) as body, ${grows} as grows
                   from callbacks, generate_series(1, 3) as n`;
    const settings = querySettings(shop.url, { query, watermark: 'grows', overlap });
    expect(await readOnce(store, settings)).toBe('3 = 3 + 0 + 0');
    expect(await readOnce(store, settings)).toBe('3 = 0 + 3 + 0');
  });
}
