/** Columns and values below messages that a store keeps as JSON text within JSON. */
import { stringify } from 'csv-stringify/sync';
import { describe, expect, inject, it } from 'vitest';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { merchantDatabase } from '../../support/merchant-database.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { querySettings, readOnce } from '../query/shop.ts';
import { counts, evidence, lines, read, write } from '../reading.ts';

const wire = (message: unknown) => JSON.stringify(message);
const { sentAt, request, response } = JSON.parse(payInLine());
const callback = JSON.parse(callbackLine());
/** As it went over the wire, with a key twice. */
const answer = wire(response.body).replace('{', '{"message":"",');
const PAY_IN = {
  ...{ sentAt, request: { ...request, body: wire(request.body) } },
  response: { ...response, body: answer },
};
const NOTIFIED = { ...callback, body: wire(callback.body) };

type Cells = Readonly<Record<string, string>>;

/** The cells of a row by their columns, and what the settings say of them; the log that is the same evidence. */
const CASES: ReadonlyArray<readonly [string, object, Cells, Cells]> = [
  [
    'a column and values below both messages of a pay-in',
    PAY_IN,
    {
      ...{ sentAt, request: wire(PAY_IN.request), response: wire(PAY_IN.response) },
      'response.body.tradeNo': response.body.tradeNo,
    },
    {
      'request.body.paymentMethod': request.body.paymentMethod,
      'response.body.code': '00',
      'response.body.message': 'never said',
    },
  ],
  [
    'headers beside a request that is a text within a text',
    PAY_IN,
    {
      ...{ sentAt, request: wire(wire({ body: wire(request.body) })) },
      ...{ 'request.headers': wire(request.headers), response: wire(PAY_IN.response) },
    },
    {},
  ],
  [
    'a column below the body of a callback',
    NOTIFIED,
    {
      ...{ receivedAt: callback.receivedAt, headers: wire(callback.headers) },
      ...{ body: wire(wire(callback.body)), verified: 'true', ack: callback.ack },
      orderNo: callback.body.orderNo,
    },
    { 'body.status': 'never said' },
  ],
];
const IGNORED = { '*': 'ignore' } as const;

onEngines('a table with messages that are JSON text within JSON', (engine) => {
  const expected = async (record: object) => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(JSON.stringify(record)))]);
    return evidence(store);
  };

  it.each(CASES)('is the same evidence as a log: %s', async (_name, record, cells, values) => {
    const log = await expected(record);
    const map = { wire: { values, columns: IGNORED } } as SettingsInput['map'];
    const settings = parseSettings({ map });
    const files: Readonly<Record<string, string | Uint8Array>> = {
      'wire.csv': stringify([Object.keys(cells), Object.values(cells)]),
      'wire.xlsx': await madeWorkbook({
        sheets: [
          { name: 'a', rows: row(1, ...Object.keys(cells)) + row(2, ...Object.values(cells).map(asXml)) },
        ],
      }),
    };
    for (const [name, content] of Object.entries(files)) {
      const store = await engine.emptied();
      const results = await read(store, [write(temporaryFolder(), name, content)], { settings });
      expect(results.map(counts)).toEqual(['1 = 1 + 0 + 0']);
      expect(await evidence(store)).toEqual(log);
    }
  });

  describe.skipIf(inject('templates').postgresql === undefined)('that a query reads', () => {
    it.each(CASES)('is the same evidence as a log: %s', async (_name, record, cells, values) => {
      const log = await expected(record);
      const shop = await merchantDatabase();
      try {
        const columns = Object.entries(cells).map(([name, text]) => `'${text}'::text as "${name}"`);
        const query = `select 1 as id, ${columns.join(', ')}`;
        const store = await engine.emptied();
        const settings = querySettings(shop.url, {
          ...{ query, watermark: 'id', values, columns: { id: 'ignore' } },
        });
        expect(await readOnce(store, settings)).toBe('1 = 1 + 0 + 0');
        expect(await evidence(store)).toEqual(log);
      } finally {
        await shop.drop();
      }
    });
  });
});

function asXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
