import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { appendDecisions } from '../../src/audit/audit-trail.ts';
import { transaction } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { DATE, feed, instant, publish, readCsv, SETTINGS } from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { runScenario } from '../reconcile/run-scenario.ts';
import { readScenarios, type Scenario } from '../reconcile/scenario.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const LANGUAGES = ['en', 'pt', 'ar'] as const;

/** What a page must not show in any language: a text that is missing, or a value that was not written out. */
const BROKEN = /undefined|\[object|NaN|>null</;

async function text(client: Client, path: string, language = 'en'): Promise<string> {
  const answer = await client.get(path, { 'Accept-Language': language });
  expect(answer.status, path).toBe(200);
  return answer.text();
}

/** The address of an order by a search for its number. */
async function addressOf(client: Client, order: string): Promise<string> {
  const answer = await client.get(`/orders?find=${order.split(' ')[0]}`);
  expect(answer.status, order).toBe(303);
  return answer.headers.get('location')!;
}

/** The page of the orders of a scenario, as somebody who sees everything. */
async function pageOf(engine: Engine, scenario: Scenario): Promise<Client> {
  const store = await engine.open();
  const out = join(temporaryFolder(), 'reports');
  await runScenario(store, scenario, out);
  const page = await servePage(store, parseSettings(scenario.settings), { out });
  await page.addUser('ana', 'admin');
  return page.signedIn('ana');
}

const scenarioOf = (name: string) => readScenarios().find((scenario) => scenario.name === name)!;

onEngines('the page of an order', (engine) => {
  it('explains every outcome in three languages, with times and amounts', async () => {
    const scenario = scenarioOf('every-outcome');
    const client = await pageOf(engine, scenario);
    const pages = new Map<string, string>();
    for (const { order } of scenario.orders) {
      for (const language of LANGUAGES) {
        const html = await text(client, await addressOf(client, order), language);
        expect(html, `${order} ${language}`).not.toMatch(BROKEN);
        expect(html).toContain(`<html lang="${language}"`);
        expect(html).toContain('role="img"');
        pages.set(`${order} ${language}`, html);
      }
    }
    const plain = (key: string) => pages.get(key)!.replace(/<[^>]*>/g, '');
    expect(plain('PAIDSHORT001 en')).toMatch(/was requested, and .* was paid .*a difference of BRL.-0\.10/);
    expect(plain('PAIDSHORT001 pt')).toContain('Estas ocorrências impedem a conciliação');
    expect(plain('JUSTASKED001 en')).toMatch(
      /A callback before .* that reports the payment makes it matched or mismatched/,
    );
    expect(plain('WAITING00001 en')).toContain('The service accepted it, and no callback was logged since.');
    expect(plain('WAITING00001 en')).toMatch(/Without a payment it expires at \d+ November 2026/);
    expect(plain('WAITING00001 ar')).toContain('قبلته الخدمة');
    expect(plain('FORGOTTEN001 en')).toContain('expiryHorizonDays');
    expect(plain('NOREQUEST001 en')).toContain(
      'No pay-in record with this order number and merchant was read.',
    );
    expect(plain('REFUNDED0001 en')).toContain('A callback has a reversed status (REFUNDED)');
    expect(plain('DECLINED0001 en')).toContain('A callback has a failed status (FAILED)');
    expect(plain('REFUSED00001 en')).toMatch(/none has code 00 \(found: \w+\)/);
    expect(plain('PAIDINFULL01 en')).toMatch(/was paid .*, as requested\./);
  });

  it('gives each reason why an order is stuck', async () => {
    const scenario = scenarioOf('stuck-reasons');
    const client = await pageOf(engine, scenario);
    const stuck = scenario.orders.filter(({ outcome }) => outcome === 'STUCK');
    expect(stuck.length).toBeGreaterThan(3);
    const explained = new Set<string>();
    for (const { order } of stuck) {
      for (const language of LANGUAGES) {
        const html = await text(client, await addressOf(client, order), language);
        expect(html).not.toMatch(BROKEN);
        if (language === 'en')
          explained.add(html.replace(/<[^>]*>/g, '').match(/not known to be paid\.(.*?)The payer/)![1]!);
      }
    }
    expect(explained.size).toBeGreaterThan(3);
  });

  it('names no status of a callback that counts for another order', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'logs/held.ndjson'), [
      payInLine({ orderNo: 'HELD000001', tradeNo: 'H1' }),
      callbackLine({ orderNo: 'HELD000001', tradeNo: 'H1', status: 'HOLD' }),
      payInLine({ orderNo: 'HELD000002', tradeNo: 'H2' }),
      callbackLine({ orderNo: 'HELD000002', tradeNo: 'H1', status: 'REVIEW' }),
    ]);
    await publish(store, join(folder, 'reports'));
    const page = await servePage(store, SETTINGS, { out: join(folder, 'reports') });
    await page.addUser('ana', 'admin');
    const html = await text(await page.signedIn('ana'), '/order/M0001/HELD000001');
    expect(html.replace(/<[^>]*>/g, '')).toContain('no list of the settings names: HOLD.');
  });

  describe('of a published day', () => {
    let day: PublishedDay;
    let page: ServedPage;
    let ana: Client;
    beforeAll(async () => {
      day = await publishDay(engine);
      const late = [
        payInLine({ orderNo: 'PLACE00001', tradeNo: 'P1' }),
        callbackLine({ orderNo: 'PLACE00001', tradeNo: 'P1' }).replace(
          /"transactionTime":"[^"]*"/,
          '"transactionTime":"2026-11-19T10:06:00"',
        ),
        payInLine({ orderNo: '<script>alert(1)</script>', merchantId: '"><img src=x>', tradeNo: '<b>' }),
        payInLine({ orderNo: 'a/b%2F c', merchantId: 'É&shop', tradeNo: 'slash' }),
      ];
      await feed(day.store, join(day.folder, '<i>late.ndjson'), late);
      await day.store.session((session) =>
        transaction(session, () =>
          appendDecisions(session, [
            {
              ...{ at: instant('2026-11-20T16:00:00Z'), who: '<u>eve', action: 'note' },
              ...{ merchantId: 'M0001', orderNo: 'PLACE00001', code: 'AMOUNT_MISMATCH' },
              ...{ reason: '<s>because', before: { state: 'open' }, after: { state: 'resolved' } },
            },
          ]),
        ),
      );
      page = await servePage(day.store, SETTINGS, { out: day.out });
      await page.addUser('ana', 'viewer');
      await page.addUser('mia', 'viewer', ['m0001']);
      ana = await page.signedIn('ana');
    });

    it('shows where each record was read and where its offset comes from', async () => {
      const html = await text(ana, '/order/M0001/PLACE00001');
      expect(html).toContain('&lt;i&gt;late.ndjson</bdi>, line <bdi>2</bdi>');
      expect(html).toContain('written; the region&#39;s zone was used');
      expect(html).toContain('No run has judged it yet.');
      expect(html).not.toMatch(BROKEN);
    });

    it('shows verdicts with their version and what changed, and decisions with their reason', async () => {
      const orders = readCsv(join(day.out, DATE, 'BR', 'latest', 'orders.csv'));
      const { merchant_id, order_no } = orders.find((row) => row['outcome'] === 'MISMATCH')!;
      const html = await text(ana, `/order/${encodeURIComponent(merchant_id!)}/${order_no}`);
      expect(html).toContain(`/dates/BR/${DATE}?version=1`);
      expect(html).toContain('New findings');
      expect(html).toMatch(/<section class="finding" id="[A-Z_]+"/);
      expect(html).toContain(`/findings?text=${order_no}&amp;state=all`);
      const decided = await text(ana, '/order/M0001/PLACE00001');
      expect(decided).toContain('note added by <bdi>&lt;u&gt;eve</bdi>');
      expect(decided).toContain('&lt;s&gt;because');
    });

    it('escapes numbers and names that are markup, and links to every order', async () => {
      const odd = `/order/${encodeURIComponent('"><img src=x>')}/${encodeURIComponent('<script>alert(1)</script>')}`;
      for (const path of [odd, '/order/M0001/PLACE00001']) {
        for (const language of LANGUAGES) {
          const html = await text(ana, path, language);
          expect(html).not.toMatch(/<script>|<img|<b>|<u>|<s>|<i>/);
        }
      }
      const slash = await text(
        ana,
        `/order/${encodeURIComponent('É&shop')}/${encodeURIComponent('a/b%2F c')}`,
      );
      expect(slash).toContain('Order a/b%2F c');
      for (const merchant of ['É-shop', '=cmd', 'with "quotes", and comma', '\u{1F4B3}']) {
        const html = await text(ana, `/order/${encodeURIComponent(merchant)}/ODD0000001`);
        expect(html).toContain('The same number is used by other merchants');
        expect(html).not.toMatch(BROKEN);
      }
    });

    it('is not found where there is no such order, or for another merchant', async () => {
      const mia = await page.signedIn('mia');
      expect((await ana.get('/order/M0001/NOSUCHORDER')).status).toBe(404);
      expect((await ana.get('/order/M0001/a%00b')).status).toBe(404);
      expect((await mia.get('/order/m0001/ODD0000001')).status).toBe(200);
      const refused = await mia.get('/order/M0001/ODD0000001');
      expect(refused.status).toBe(404);
      expect(await refused.text()).not.toMatch(/BRL|mismatch|ndjson/);
      expect(await text(mia, '/order/m0001/ODD0000001')).not.toContain('M0001');
    });
  });
});

onEngines('the search for orders', (engine) => {
  let ana: Client;
  let mia: Client;
  let day: PublishedDay;
  beforeAll(async () => {
    day = await publishDay(engine);
    const page = await servePage(day.store, SETTINGS, { out: day.out });
    await page.addUser('ana', 'viewer');
    await page.addUser('mia', 'viewer', ['m0001']);
    ana = await page.signedIn('ana');
    mia = await page.signedIn('mia');
  });

  it('leads to the only order that has the number, the trade number or the reference', async () => {
    const orders = readCsv(join(day.out, DATE, 'BR', 'latest', 'orders.csv'));
    const order = orders.find((row) => row['outcome'] === 'MATCHED' && row['trade_no'] !== '')!;
    const address = `/order/${order['merchant_id']}/${order['order_no']}`;
    for (const number of [order['order_no']!, order['trade_no']!, ` ${order['order_no']} `]) {
      const answer = await ana.get(`/orders?find=${encodeURIComponent(number)}`);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(address);
    }
  });

  it('lists several orders, of those that the person sees', async () => {
    const html = await text(ana, '/orders?find=ODD0000001');
    expect(html).toContain('/order/m0001/ODD0000001');
    expect(html).toContain('/order/M0001/ODD0000001');
    expect(html).toContain('with &quot;quotes&quot;, and comma');
    const own = await mia.get('/orders?find=ODD0000001');
    expect(own.headers.get('location')).toBe('/order/m0001/ODD0000001');
    expect((await mia.get('/orders?find=ODD0000002')).status).toBe(404);
  });

  it('says what was searched and how numbers are written where there is none', async () => {
    for (const language of LANGUAGES) {
      const answer = await ana.get('/orders?find=%3Cb%3Enothing', { 'Accept-Language': language });
      expect(answer.status).toBe(404);
      const html = await answer.text();
      expect(html).toContain('<bdi>&lt;b&gt;nothing</bdi>');
      expect(html).toContain('AB01');
      expect(html).not.toMatch(BROKEN);
    }
    expect(await text(ana, '/orders')).toContain('Enter a number to search for.');
    // Many begin with it, but so short a beginning is not searched for.
    const begins = {
      ...{ en: 'by the beginning of a number found none', pt: 'pelo início de um número não encontrou' },
      ar: 'ولم يعثر البحث ببداية الرقم',
    };
    const four = { en: 'at least four characters', pt: 'pelo menos quatro', ar: 'أربعة رموز على الأقل' };
    for (const language of LANGUAGES) {
      const asked = async (find: string) =>
        (await ana.get(`/orders?find=${find}`, { 'Accept-Language': language })).text();
      expect(await asked('ODD')).not.toContain(begins[language]);
      expect(await asked('ODD')).toContain(four[language]);
      expect(await asked('ODDX')).toContain(begins[language]);
      expect(await asked('ODDX')).not.toContain(four[language]);
    }
    expect((await ana.get('/orders?find=a%00b')).status).toBe(404);
  });
});
