import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { onEngines } from '../../support/engines.ts';
import { type MerchantDatabase, merchantDatabase } from '../../support/merchant-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, evidence, lines, read, write } from '../reading.ts';
import { querySettings, readOnce } from './shop.ts';

let shop: MerchantDatabase;

const SALES = `
  drop table if exists sales;
  create table sales (id bigint, pedido text, situacao text, valor text, total numeric(12,2), em text, pago timestamp);
  insert into sales values
    (1, 'ORDER00001', 'Pago', '1.234,56', 1234.56, '19/11/2026 10:05:00', '2026-11-19 10:05:00'),
    (2, 'ORDER00002', 'Pago', '1234.56', 0.50, '2026-11-19 10:05:00', '2026-11-19 10:05:00')`;
const VALUES = { merchantId: 'M0001', 'money.currency': 'BRL', paymentMethod: 'PIX', tradeNo: 'T1' };
const FORM = {
  ...{ query: 'select * from sales', watermark: 'id', kind: 'callbacks' as const, values: VALUES },
  ...{ decimal: ',', group: '.', unit: 'major' as const, times: 'dd/MM/yyyy HH:mm:ss' },
  words: { status: { Pago: 'SUCCESS' } },
};
const NAMES = { id: 'ignore', pedido: 'orderNo', situacao: 'status' };

describe.skipIf(inject('templates').postgresql === undefined)('a query on a table of texts', () => {
  beforeAll(async () => {
    shop = await merchantDatabase();
    await shop.run(SALES);
  });
  afterAll(() => shop.drop());
  onEngines('with the form of its source', (engine) => {
    it('is the evidence that a log is; texts are read by the form, and other types as they are', async () => {
      const store = await engine.emptied();
      const texts = {
        ...NAMES,
        valor: 'money.amount',
        em: 'transactionTime',
        total: 'ignore',
        pago: 'receivedAt',
      };
      const source = { ...FORM, columns: texts, zone: 'America/Sao_Paulo' };
      expect(await readOnce(store, querySettings(shop.url, source))).toBe('2 = 2 + 0 + 0');
      expect((await evidence(store))['callbacks']).toMatchObject([
        {
          ...{ amount_text: '123456', status: 'SUCCESS', transaction_time_text: '2026-11-19T10:05:00' },
          ...{ received_at_text: '2026-11-19T10:05:00-03:00', received_at: '2026-11-19 13:05:00+00' },
        },
        { amount_text: '"1234.56"', amount_minor: null, transaction_time_text: '"2026-11-19 10:05:00"' },
      ]);
      const body = {
        ...{
          orderNo: 'ORDER00001',
          tradeNo: 'T1',
          merchantId: 'M0001',
          status: 'SUCCESS',
          paymentMethod: 'PIX',
        },
        ...{ money: { currency: 'BRL', amount: 123456 }, transactionTime: '2026-11-19T10:05:00' },
      };
      const log = lines(JSON.stringify({ receivedAt: '2026-11-19T10:05:00-03:00', body }));
      const [result] = await read(store, [write(temporaryFolder(), 'a.ndjson', log)]);
      expect(counts(result!)).toBe('1 = 0 + 1 + 0');
    });

    it('has numbers and times of the database in the unit of the form', async () => {
      const store = await engine.emptied();
      const typed = {
        ...NAMES,
        total: 'money.amount',
        pago: 'transactionTime',
        valor: 'ignore',
        em: 'ignore',
      };
      const settings = querySettings(shop.url, { ...FORM, columns: typed });
      expect(await readOnce(store, settings)).toBe('2 = 2 + 0 + 0');
      expect(await readOnce(store, settings)).toBe('2 = 0 + 2 + 0');
      expect((await evidence(store))['callbacks']).toMatchObject([
        { amount_text: '123456', transaction_time_text: '2026-11-19T10:05:00' },
        { amount_text: '50', transaction_time_text: '2026-11-19T10:05:00' },
      ]);
    });

    it.each([
      [{}, ['2026-11-20', '2026-11-19', '2026-11-20', '2026-11-21']],
      [{ zone: 'Asia/Tokyo' }, ['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-21']],
      [{ zone: 'America/Los_Angeles' }, ['2026-11-19', '2026-11-19', '2026-11-19', '2026-11-20']],
    ])('has the date of an instant in the zone of the source, or of the region: %j', async (form, dates) => {
      const store = await engine.emptied();
      const query = `
        select n, '2026-11-20 00:00:00+00'::timestamptz + make_interval(hours => n) as at, 'P' || n as payout,
               'M0001' as merchant, moeda, 1 as total
        from (values (1, 'XX'), (2, 'BRL'), (3, 'BRL'), (22, 'EGP')) as v (n, moeda)`;
      const columns = { merchant: 'merchant_id', payout: 'payout_id', at: 'settled_on', moeda: 'currency' };
      const settings = querySettings(shop.url, {
        ...{ query, watermark: 'n', kind: 'statement', columns: { ...columns, total: 'gross', n: 'ignore' } },
        ...form,
      });
      expect(await readOnce(store, settings)).toBe('4 = 4 + 0 + 0');
      const { rows } = await store.session(({ db }) =>
        sql<{ date: string }>`select settled_on_text as date from statements order by line`.execute(db),
      );
      expect(rows.map(({ date }) => date)).toEqual(dates);
    });
  });
});
