/** What the search finds by the beginning of a number, before a run and after it, and what it says of the rest. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { feed, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Client, servePage } from './served-page.ts';
import { linksOf, partOf, textOf } from './shown-html.ts';

const LINES = [
  payInLine({ orderNo: 'NEWER00001', tradeNo: 'TRADE00001' }),
  payInLine({ orderNo: 'NEWER00002', tradeNo: 'TRADE00002', merchantId: 'M0002' }),
  // Its request is in the log twice.
  payInLine({
    orderNo: 'NEWER00002',
    tradeNo: 'TRADE00002',
    merchantId: 'M0002',
    at: '2026-11-19T13:05:09Z',
  }),
  callbackLine({ orderNo: 'ALONE00001', tradeNo: 'TRADE00003' }),
];
const FIRST = '/order/M0001/NEWER00001';
const SECOND = '/order/M0002/NEWER00002';
/** What the search says where it found none by a beginning: not that there is none. */
const NONE = {
  en: ['the search by the beginning of a number found none', 'found only in full'],
  pt: ['a busca pelo início de um número não encontrou nenhum', 'só são encontrados por inteiro'],
  ar: ['ولم يعثر البحث ببداية الرقم على أي طلب', 'لا يُعثر عليها إلا كاملة'],
};

/** Addresses of the orders that are found. */
async function found(client: Client, text: string): Promise<string[]> {
  const answer = await client.get(`/orders?find=${text}`);
  const only = answer.headers.get('location');
  if (only !== null) return [only];
  const html = await answer.text();
  return html.includes('<tbody>')
    ? linksOf(partOf(html, '<tbody>', '</tbody>')).filter((link) => link.startsWith('/order/'))
    : [];
}

onEngines('the search by the beginning of a number', (engine) => {
  it('finds requested orders before a run, and says what it does not find', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'day.ndjson'), LINES);
    const page = await servePage(store, SETTINGS, { out: join(folder, 'out') });
    await page.addUser('ana', 'viewer');
    await page.addUser('lia', 'viewer', ['M0002']);
    const [ana, lia] = [await page.signedIn('ana'), await page.signedIn('lia')];
    expect(await found(ana, 'NEWER000')).toEqual([FIRST, SECOND]);
    expect(await found(lia, 'NEWER000')).toEqual([SECOND]);
    expect(await found(ana, 'TRADE00001')).toEqual([FIRST]);
    for (const text of ['TRADE000', 'ALONE000']) {
      expect(await found(ana, text)).toEqual([]);
      for (const [language, phrases] of Object.entries(NONE)) {
        const answer = await ana.get(`/orders?find=${text}`, { 'Accept-Language': language });
        expect(answer.status).toBe(404);
        const said = textOf(await answer.text());
        for (const phrase of phrases) expect(said).toContain(phrase);
      }
    }
    await publish(store, join(folder, 'out'));
    expect(await found(ana, 'ALONE000')).toEqual(['/order/M0001/ALONE00001']);
    expect(await found(ana, 'TRADE000')).toEqual(['/order/M0001/ALONE00001', FIRST, SECOND]);
    expect(await found(lia, 'TRADE000')).toEqual([SECOND]);
  });
});
