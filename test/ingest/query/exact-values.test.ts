import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { onEngines } from '../../support/engines.ts';
import { type MerchantDatabase, merchantDatabase } from '../../support/merchant-database.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, evidence, lines, read, write } from '../reading.ts';
import { querySettings, readAll, readOnce } from './shop.ts';

let shop: MerchantDatabase;
let store: Store;

/** Pay-ins as a program keeps them: what was sent and answered as JSON, when in a column of its own. */
const PAY_INS = [
  payInLine({ orderNo: 'A1', amount: '150.50' }),
  payInLine({ orderNo: 'A2', amount: '12345678901234567' }),
  payInLine({ orderNo: 'A3', amount: '"20000"', at: '2026-11-19T13:05:00.123456Z' }),
];

/** A table with a column for each field. */
const FLAT = `
  create table notices (
    id bigint primary key, order_no char(12), merchant varchar(20), trade text, paid boolean, total numeric(12,2),
    big numeric, happened timestamp, heard timestamptz, state jsonb, note text, method text
  );
  insert into notices values
    (1, 'F1', 'M0001', 'T1', true, 150.50, 12345678901234567, '2026-11-19 10:06:00', '2026-11-19 10:06:02.250-03', '"SUCCESS"', null, 'PIX'),
    (2, 'F2', 'M0001', null, false, 20000, 0.1, '2026-11-19 10:06:00.5', null, 'null', '', 'PIX'),
    (3, 'F3', 'M0001', 'T3', null, null, null, 'infinity', 'infinity', null, null, null)`;

const COLUMNS = {
  order_no: 'orderNo',
  merchant: 'merchantId',
  trade: 'tradeNo',
  paid: 'verified',
  total: 'money.amount',
  happened: 'transactionTime',
  heard: 'receivedAt',
  state: 'status',
  method: 'paymentMethod',
  note: 'ack',
  big: 'ignore',
};

describe.skipIf(inject('templates').postgresql === undefined)('rows of a query', () => {
  beforeAll(async () => {
    shop = await merchantDatabase();
  });
  afterAll(() => shop.drop());
  onEngines('keep their values as they are', (engine) => {
    beforeEach(async () => {
      store = await engine.emptied();
      await shop.run('drop schema public cascade; create schema public');
    });
    theSameAsFiles();
    ofEachType();
  });
});

function theSameAsFiles(): void {
  it('with columns of JSON, and are the evidence that the same rows are as NDJSON and as CSV', async () => {
    const callbacks = [callbackLine({ orderNo: 'A1', amount: '150.50' }), callbackLine({ orderNo: 'A2' })];
    await shop.run(`
      create table calls (sent_at timestamptz, received_at timestamptz, request jsonb, response jsonb, headers json,
                          body json, id serial);
      ${PAY_INS.map(
        (line) => `insert into calls (sent_at, request, response)
        select (r->>'sentAt')::timestamptz, r->'request', r->'response' from (select '${line}'::jsonb) as one (r);`,
      ).join('')}
      ${callbacks
        .map(
          (line) => `insert into calls (received_at, headers, body)
        select (r->>'receivedAt')::timestamptz, r->'headers', r->'body' from (select '${line}'::json) as one (r);`,
        )
        .join('')}`);
    const query =
      'select sent_at as "sentAt", received_at as "receivedAt", request, response, headers, body, id from calls';
    expect(await readOnce(store, querySettings(shop.url, { query, watermark: 'id' }))).toBe('5 = 5 + 0 + 0');
    const fromQuery = await evidence(store);
    expect(fromQuery['pay_ins']).toMatchObject([
      { order_no: 'A1', amount_text: '150.50', sent_at_text: '2026-11-19T13:05:00+00:00' },
      { order_no: 'A2', amount_text: '12345678901234567' },
      { order_no: 'A3', amount_text: '20000', sent_at_text: '2026-11-19T13:05:00.123456+00:00' },
    ]);

    const exported = await shop.run(`
      select json_strip_nulls(json_build_object('sentAt', sent_at, 'receivedAt', received_at, 'request', request,
               'response', response, 'headers', headers, 'body', body))::text as line,
             concat_ws(',', coalesce(to_json(sent_at)::text, ''), coalesce(to_json(received_at)::text, ''),
               '"' || replace(coalesce(request::text, ''), '"', '""') || '"',
               '"' || replace(coalesce(response::text, ''), '"', '""') || '"',
               '"' || replace(coalesce(headers::text, ''), '"', '""') || '"',
               '"' || replace(coalesce(body::text, ''), '"', '""') || '"') as row
      from calls order by id`);
    const folder = temporaryFolder();
    const ndjson = write(folder, 'calls.ndjson', lines(...exported.map(({ line }) => String(line))));
    const header = 'sentAt,receivedAt,request,response,headers,body';
    const csv = write(folder, 'calls.csv', lines(header, ...exported.map(({ row }) => String(row))));
    for (const file of [ndjson, csv]) {
      expect((await read(store, [file])).map(counts)).toEqual(['5 = 0 + 5 + 0']);
    }
    expect(await evidence(store)).toEqual(fromQuery);
  });
}

function chosen(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(COLUMNS).filter(([name]) => names.includes(name)));
}

function ofEachType(): void {
  it('with a column for each field: digits, times with a zone and without, true and false, and nothing', async () => {
    await shop.run(FLAT);
    const settings = querySettings(shop.url, {
      query: 'select * from notices',
      watermark: 'ID',
      kind: 'callbacks',
      columns: COLUMNS,
      values: { 'body.money.currency': 'BRL' },
    });
    expect(await readOnce(store, settings)).toBe('3 = 2 + 0 + 1');
    expect((await evidence(store))['callbacks']).toMatchObject([
      {
        order_no: 'F1',
        trade_no: 'T1',
        verified: true,
        amount_text: '150.50',
        currency: 'BRL',
        status: 'SUCCESS',
        transaction_time_text: '2026-11-19T10:06:00',
        received_at_text: '2026-11-19T13:06:02.25+00:00',
        ack: null,
      },
      {
        order_no: 'F2',
        trade_no: null,
        verified: false,
        amount_text: '20000.00',
        status: null,
        transaction_time_text: '2026-11-19T10:06:00.5',
        received_at_text: null,
        ack: null,
      },
    ]);
    const again = querySettings(shop.url, {
      name: 'again',
      query: 'select order_no, merchant, big, heard, id from notices',
      watermark: 'id',
      columns: { ...chosen('order_no', 'merchant', 'heard'), big: 'money.amount' },
    });
    expect(await readAll(store, again)).toMatchObject([{ results: [{ accepted: 1, rejected: 2 }] }]);
    expect((await evidence(store))['callbacks']).toContainEqual(
      expect.objectContaining({ order_no: 'F1', amount_text: '12345678901234567' }),
    );
  });
}
