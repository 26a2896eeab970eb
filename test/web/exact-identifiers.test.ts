/** Merchants and orders that differ in a space only: each is another one, wherever it is asked for or a user is limited to it. */
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readUsers } from '../../src/access/users.ts';
import { DATE, feed, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { boxesOf, csvOf, keyOfBox } from './findings-pages.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const NAMES: ReadonlyArray<readonly [merchantId: string, orderNo: string, method: string]> = [
  ['M0001', 'ORDER1', 'PIX'],
  ['M0001 ', 'ORDER2', 'PIX '],
  [' M0001', ' ORDER3', ' PIX'],
];

onEngines('identifiers with a space at an end', (engine) => {
  let page: ServedPage;
  let ana: Client;
  beforeEach(async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const lines = NAMES.flatMap(([merchantId, orderNo, method], at) => {
      const names = { merchantId, orderNo, method, tradeNo: `T${at}` };
      return [payInLine(names), callbackLine({ ...names, amount: '100' })];
    });
    await feed(store, join(folder, 'logs/day.ndjson'), lines);
    await publish(store, out);
    page = await servePage(store, SETTINGS, { out });
    await page.addUser('ana', 'admin');
    await page.addUser('lia', 'viewer', ['M0001 ', ' M0001']);
    ana = await page.signedIn('ana');
  });

  it('select their own findings', async () => {
    for (const [merchant, order, method] of NAMES) {
      for (const field of [{ merchant }, { method }]) {
        const filter = `?code=AMOUNT_MISMATCH&${new URLSearchParams(field)}`;
        const html = await (await ana.get(`/findings${filter}`)).text();
        const listed = boxesOf(html).map((box) => keyOfBox(box).slice(0, 2));
        expect(listed, filter).toEqual([[merchant, order]]);
        expect(html).toContain(`value="${Object.values(field)[0]}"`);
        expect((await csvOf(ana, filter)).length, filter).toBe(1);
      }
    }
  });

  it('select the findings of their own assignee', async () => {
    const decide = { action: 'assign', person: 'lia', finding: [] as string[] };
    decide.finding = boxesOf(await (await ana.get('/findings?merchant=M0001')).text());
    expect((await ana.send('/findings', '/findings/decide', decide)).status).toBe(303);
    expect((await csvOf(ana, '?assignee=lia')).length).toBe(decide.finding.length);
    expect(await csvOf(ana, '?assignee=lia%20')).toEqual([]);
  });

  it('select their own rows of a report', async () => {
    for (const [merchant_id, order_no, payment_method] of NAMES) {
      for (const [name, value] of Object.entries({ merchant_id, order_no, payment_method })) {
        const filter = new URLSearchParams({ [`is-${name}`]: value });
        const html = await (await ana.get(`/dates/BR/${DATE}/reports/orders?${filter}`)).text();
        const others = NAMES.filter(([, order]) => order !== order_no).map(([, order]) => order.trim());
        const rows = html.split('<tbody>')[1]!.split('</tbody>')[0]!;
        expect(rows, `${filter}`).toContain(order_no.trim());
        for (const other of others) expect(rows, `${filter}`).not.toContain(other);
      }
    }
  });

  it('stay the limit of a user whose role is changed', async () => {
    const list = await (await ana.get('/users')).text();
    const address = /href="(\/users\/\d+)"><bdi>lia</.exec(list)![1]!;
    const form = await (await ana.get(address)).text();
    const [, merchants] = /<textarea id="merchants"[^>]*>([^<]*)<\/textarea>/.exec(form)!;
    const fields = { role: 'operator', limit: 'some', merchants: merchants!.replaceAll('\n', '\r\n') };
    expect((await ana.send(address, `${address}/access`, fields)).status).toBe(303);
    const lia = (await page.store.session(readUsers)).find(({ name }) => name === 'lia')!;
    expect([lia.role, lia.merchants]).toEqual(['operator', [' M0001', 'M0001 ']]);
  });
});
