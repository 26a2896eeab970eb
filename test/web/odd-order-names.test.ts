/** Orders whose numbers or merchants make no path: links to them are opened as browsers resolve them. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderAddress } from '../../src/web/addresses.ts';
import { feed, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { textOf } from './findings-pages.ts';
import { type Client, servePage } from './served-page.ts';

/** As long as a name may be, in letters of three bytes: each takes nine characters of an address. */
const LONGEST = 'ก'.repeat(333);

const NAMES: ReadonlyArray<readonly [string, string]> = [
  ['M0001', '.'],
  ['M0001', '..'],
  ['.', 'ORDER1'],
  ['..', 'ORDER2'],
  ['.', '..'],
  ['M0001', '...'],
  ['M0001', '%2e'],
  ['M0001', '?a=b'],
  ['M0001', '/'],
  ['a b', '#1'],
  ['M0001', '\\'],
  ['M0001', LONGEST],
  [`${LONGEST}M`, `${LONGEST}O`],
];

const linksOf = (html: string) =>
  [...html.matchAll(/href="(\/order[^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

onEngines('orders with names that make no path', (engine) => {
  async function served(): Promise<Client> {
    const store = await engine.open();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const lines = NAMES.flatMap(([merchantId, orderNo], at) => {
      const names = { merchantId, orderNo, tradeNo: `T${at}` };
      return [payInLine(names), callbackLine({ ...names, amount: '100' })];
    });
    await feed(store, join(folder, 'logs/day.ndjson'), lines);
    await publish(store, out);
    const page = await servePage(store, SETTINGS, { out });
    await page.addUser('ana', 'operator');
    return page.signedIn('ana');
  }

  it('are opened by every link, and by the search', async () => {
    const ana = await served();
    const list = await (await ana.get('/findings')).text();
    const preview = await (await ana.get('/dates/BR/2026-11-19/reports/orders')).text();
    for (const html of [list, preview]) {
      const links = new Set(linksOf(html).map((link) => link.split('#')[0]!));
      expect([...links].sort()).toEqual(NAMES.map((names) => orderAddress(...names)).sort());
    }
    for (const [merchantId, orderNo] of NAMES) {
      const answer = await ana.get(orderAddress(merchantId, orderNo));
      expect(answer.status, `${merchantId} ${orderNo}`).toBe(200);
      const text = textOf(await answer.text());
      expect(text).toContain(orderNo.slice(0, 100));
      expect(text).toContain(merchantId.slice(0, 100));
    }
    const found = await ana.get('/orders?find=..');
    expect([found.status, linksOf(await found.text())]).toEqual([
      200,
      [orderAddress('.', '..'), orderAddress('M0001', '..')],
    ]);
  });

  it('are decided about on their page, to which the answer leads back', async () => {
    const ana = await served();
    for (const names of [NAMES[0]!, NAMES[3]!, NAMES.at(-1)!]) {
      const address = orderAddress(...names);
      const sent = await ana.send(address, '/findings/decide', { action: 'note', text: 'ask the bank' });
      expect(sent.status).toBe(303);
      const decided = await ana.get(sent.headers.get('location')!);
      const html = await decided.text();
      expect([decided.status, textOf(html)]).toEqual([200, expect.stringContaining('Back to the order')]);
      const back = linksOf(html).find((link) => link.startsWith(`${address}#`))!;
      expect(textOf(await (await ana.get(back)).text())).toContain('ask the bank');
      // In another language too.
      const [language] = /\/language\/pt\?back=[^"]*/.exec(html)!;
      const changed = await ana.get(language.replaceAll('&amp;', '&'));
      expect([changed.status, changed.headers.get('location')]).toEqual([303, sent.headers.get('location')]);
      ana.cookies.delete('language');
    }
  });
});
