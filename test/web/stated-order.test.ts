/** What the page of an order shows of statements and the bank. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BESIDE, fillStated, PAID, SETTINGS } from '../books/order/stated-books.ts';
import { publish } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { type Client, servePage } from './served-page.ts';

onEngines('the page of an order in a statement', (engine) => {
  let folder: string;
  let ana: Client;
  let mia: Client;
  const shown = async (client: Client, order: string, language = 'en') => {
    const answer = await client.get(`/order/M0001/${order}`, { 'Accept-Language': language });
    expect(answer.status).toBe(200);
    return (await answer.text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'payin-recon-stated-'));
    const store = await engine.open();
    await fillStated(store, folder);
    const page = await servePage(store, SETTINGS, { out: join(folder, 'out') });
    await page.addUser('ana', 'viewer');
    await page.addUser('mia', 'viewer', ['M0001']);
    ana = await page.signedIn('ana');
    mia = await page.signedIn('mia');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows rows, payouts and the bank among its records and on its timeline', async () => {
    const text = await shown(ana, PAID);
    const records = text.slice(text.indexOf(' Records '));
    expect(records).toMatch(
      /Request .* Replaced statement row .* Statement row .* Callback .* Payout .* Bank row of a payout /,
    );
    expect(records).toMatch(/Payout 20 November 2026 date only .*Payout number PO-20261120/);
    expect(records).toContain('Replaced by the row in');
    expect(records).toContain('The newest run did not judge this row.');
    expect(records).toContain('No bank row belongs to it.');
    const timeline = text.slice(text.indexOf(' Timeline '), text.indexOf(' Records '));
    expect(timeline).toMatch(/paid .* in the statement .* payout .* bank /);
    expect(await shown(ana, 'BYTRADE001')).toContain('It names order OTHER00009 , and is counted here');
  });

  it('hides payouts from a user of some merchants', async () => {
    const text = await shown(mia, PAID);
    expect(text).toContain('Statement row');
    expect(text).not.toContain('Bank row');
    expect(text).not.toContain('No bank row belongs to it.');
  });

  it('shows a difference of zero, and none where nothing was paid', async () => {
    const facts = async (order: string) => {
      const text = await shown(ana, order);
      return text.slice(text.indexOf(' Paid '), text.indexOf(' Business date ')).replaceAll('\u00a0', ' ');
    };
    expect(await facts(PAID)).toBe(' Paid BRL 200.00 Difference BRL 0.00');
    expect(await facts('BYTRADE001')).toBe(' Paid none Difference none');
  });

  it('says of an expired order that a statement shows it as paid', async () => {
    const store = await engine.open();
    const out = join(folder, 'later');
    mkdirSync(out);
    await fillStated(store, out);
    await publish(store, join(out, 'out'), '2026-12-04T12:00:00Z');
    const page = await servePage(store, SETTINGS, { out: join(out, 'out') });
    await page.addUser('eva', 'viewer');
    const eva = await page.signedIn('eva');
    const text = await shown(eva, 'BYTRADE001');
    expect(text).toContain(' expired EXPIRED ');
    expect(text).toMatch(
      /was requested at .*, and no payment was notified\..* A statement of the service says that it was paid/,
    );
    expect(text).toContain('Look for the callback in the logs of your endpoint.');
    expect(await shown(eva, BESIDE)).not.toContain('A statement of the service says');
    for (const [language, word] of Object.entries({
      pt: 'Um extrato do serviço diz',
      ar: 'يفيد كشف حساب الخدمة',
    })) {
      expect(await shown(eva, 'BYTRADE001', language)).toContain(word);
    }
  });

  it('is complete in every language', async () => {
    const words = { pt: 'Lançamento do banco para um repasse', ar: 'قيد البنك لتحويل' };
    for (const [language, word] of Object.entries(words)) {
      const text = await shown(ana, PAID, language);
      expect(text).toContain(word);
      expect(text).not.toMatch(/undefined|\[object|NaN|>null</);
    }
  });
});
