/** Orders that only a callback of another merchant's order names, for a user limited to merchants. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feed, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { type Client, servePage } from './served-page.ts';

const EVIDENCE = [
  // The callback names M0001, and counts for the order of M0002 by its tradeNo.
  payInLine({ orderNo: 'SHARED0001', merchantId: 'M0002', tradeNo: 'T-OTHER' }),
  callbackLine({ orderNo: 'SHARED0001', merchantId: 'M0001', tradeNo: 'T-OTHER' }),
  // Nothing was requested under this number, and no other order has its tradeNo.
  callbackLine({ orderNo: 'LONELY0001', merchantId: 'M0001', tradeNo: 'T-LONELY' }),
  // Both of his merchants: he sees where it counts.
  payInLine({ orderNo: 'BOTH000001', merchantId: 'M0003', tradeNo: 'T-BOTH' }),
  callbackLine({ orderNo: 'BOTH000001', merchantId: 'M0001', tradeNo: 'T-BOTH' }),
  // Not verified: it counts nowhere, and what it names is its merchant's.
  payInLine({ orderNo: 'FORGED0001', merchantId: 'M0002', tradeNo: 'T-FORGED' }),
  callbackLine({ orderNo: 'FORGED0001', merchantId: 'M0001', tradeNo: 'T-FORGED' }).replace(
    '"verified":true',
    '"verified":false',
  ),
  // Two orders have the tradeNo: it counts for the order that it names.
  payInLine({ orderNo: 'TWICE00001', merchantId: 'M0002', tradeNo: 'T-TWICE' }),
  payInLine({ orderNo: 'TWICE00002', merchantId: 'M0002', tradeNo: 'T-TWICE' }),
  callbackLine({ orderNo: 'TWICE00001', merchantId: 'M0001', tradeNo: 'T-TWICE' }),
];

onEngines('an order that a callback of another merchant names', (engine) => {
  describe.each(['before a run', 'after a run'])('%s', (when) => {
    let ana: Client;
    let mia: Client;
    let folder: string;
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    beforeAll(async () => {
      const store = await engine.open();
      folder = mkdtempSync(join(tmpdir(), 'payin-recon-limited-'));
      await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
      if (when === 'after a run') await publish(store, join(folder, 'out'));
      const page = await servePage(store, SETTINGS, { out: join(folder, 'out') });
      await page.addUser('ana', 'viewer');
      await page.addUser('mia', 'viewer', ['M0001', 'M0003']);
      ana = await page.signedIn('ana');
      mia = await page.signedIn('mia');
    });
    const found = async (client: Client, text: string) => {
      const answer = await client.get(`/orders?find=${text}`);
      return answer.headers.get('location') ?? answer.status;
    };
    const status = async (client: Client, path: string) => (await client.get(path)).status;

    it.each(['SHARED0001', 'T-OTHER'])('is not found by %s, as if it did not exist', async (text) => {
      expect(await found(mia, text)).toBe(404);
      expect(await found(ana, text)).not.toBe(404);
    });

    it('has no page', async () => {
      const path = '/order/M0001/SHARED0001';
      const [hidden, missing] = [await mia.get(path), await mia.get('/order/M0001/NOTHING001')];
      expect([hidden.status, missing.status]).toEqual([404, 404]);
      expect((await hidden.text()).replaceAll('SHARED0001', 'NOTHING001')).toBe(await missing.text());
      expect(await status(ana, path)).toBe(200);
    });

    it.each(['LONELY0001', 'FORGED0001', 'TWICE00001'])(
      'is found where the callback is his: %s',
      async (order) => {
        expect(await found(mia, order)).toBe(`/order/M0001/${order}`);
        expect(await status(mia, `/order/M0001/${order}`)).toBe(200);
      },
    );

    it('is found by what is his on both sides', async () => {
      expect(await status(mia, '/order/M0001/BOTH000001')).toBe(200);
      expect(await status(mia, '/order/M0003/BOTH000001')).toBe(200);
      expect(await found(mia, 'BOTH000001')).toBe(200);
    });
  });
});
