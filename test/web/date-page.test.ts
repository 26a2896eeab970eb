/** The page of a date ties with the published files, and gives each of them. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatsOf } from '../../src/texts/formats.ts';
import { OFFERED_FORMS } from '../../src/web/offered-forms.ts';
import {
  DATE,
  EVIDENCE,
  feed,
  instant,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  readCsv,
  SETTINGS,
} from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { type ServedPage, servePage } from './served-page.ts';
import { bodyRows, linksOf, partOf, textOf } from './shown-html.ts';

const { count, money } = formatsOf('en');
const spaced = (text: string) => text.replace(/\s/g, ' ');
const ADDRESS = `/dates/BR/${DATE}`;

/** What a sum is called that leaves out payments in another currency than the order's. */
const IN_OWN_CURRENCY: Readonly<Record<string, string>> = {
  en: 'Paid for these orders, in their own currency',
  pt: 'Pago por estes pedidos, na moeda de cada pedido',
  ar: 'المدفوع لهذه الطلبات بعملة كل طلب',
};
const ARCHIVE: Readonly<Record<string, readonly string[]>> = {
  en: ['ZIP with the manifest', 'ZIP of your merchants, without the manifest'],
  pt: ['ZIP com o manifesto', 'ZIP dos seus lojistas, sem o manifesto'],
  ar: ['ملف ZIP مع البيان', 'ملف ZIP لبيانات تجارك، دون البيان'],
};

onEngines('the page of a date', (engine) => {
  let day: PublishedDay;
  let page: ServedPage;
  beforeAll(async () => {
    day = await publishDay(engine);
    page = await servePage(day.store, SETTINGS, { out: day.out, at: () => instant(MORNING) });
    await page.addUser('ana', 'operator');
    await page.addUser('tom', 'viewer');
    await page.addUser('lia', 'operator', ['M0001']);
  });
  const csv = (region: string, name: string) => readCsv(join(day.out, DATE, region, 'latest', `${name}.csv`));
  const shown = async (name: string, address = ADDRESS, language = 'en') => {
    const answer = await (await page.signedIn(name)).get(address, { 'Accept-Language': language });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const sum = (rows: ReadonlyArray<Record<string, string>>, name: string) =>
    String(rows.reduce((total, row) => total + BigInt(row[name] || 0), 0n));

  it('shows that the totals tie, with both sums', async () => {
    const html = await shown('ana');
    const totals = partOf(html, 'id="totals"', '<h2');
    expect(textOf(totals)).toContain('The totals tie');
    const rows = csv('BR', 'daily-summary');
    const brl = rows.filter((row) => row['currency'] === 'BRL');
    const ties = bodyRows(partOf(totals, 'Both sums', '</table>'));
    const requested = spaced(money({ currency: 'BRL', minor: sum(brl, 'requested_minor') }));
    const paid = spaced(money({ currency: 'BRL', minor: sum(brl, 'paid_minor') }));
    expect(ties).toContainEqual(['Orders', sum(rows, 'orders'), sum(rows, 'orders'), '✓ equal']);
    expect(ties).toContainEqual(['Requested', requested, requested, '✓ equal']);
    expect(ties).toContainEqual(['Paid for these orders, in their own currency', paid, paid, '✓ equal']);
    const byOutcome = bodyRows(partOf(totals, 'by outcome', '</table>'));
    const matched = csv('BR', 'orders').filter((row) => row['outcome'] === 'MATCHED');
    expect(byOutcome.find(([outcome]) => outcome === 'matched')).toEqual([
      'matched',
      'BRL',
      count(matched.length),
      spaced(money({ currency: 'BRL', minor: sum(matched, 'requested_minor') })),
      spaced(money({ currency: 'BRL', minor: sum(matched, 'paid_minor') })),
    ]);
    const byMerchant = bodyRows(partOf(totals, 'on the date, by merchant', '</table>'));
    expect(byMerchant.map(([merchant]) => merchant)).toEqual(
      rows.slice(0, 20).map((row) => row['merchant_id']!.replace(/^'(?==)/, '')),
    );
  });

  it('lists every report with its rows', async () => {
    const rows = bodyRows(partOf(await shown('ana'), 'id="reports"', '</table>'));
    expect(rows.length).toBe(PLAIN_REPORTS.length);
    for (const [index, { name }] of PLAIN_REPORTS.entries()) {
      expect(rows[index]![0], name).toContain(name);
      expect(rows[index]![1], name).toBe(count(csv('BR', name).length));
    }
  });

  it('has links that give the files they name', async () => {
    const client = await page.signedIn('ana');
    const html = await (await client.get(ADDRESS)).text();
    const files = linksOf(html).filter((link) => link.startsWith('/download/'));
    expect(files.length).toBe(PLAIN_REPORTS.length * OFFERED_FORMS.length + 2);
    for (const address of files) {
      const answer = await client.get(address);
      expect(answer.status, address).toBe(200);
      const file = address
        .split('/')
        .at(-1)!
        .replace(/\.excel-..(?=\.)/, '');
      const [name, end] = file === 'all.zip' ? ['payin-recon', 'zip'] : file.split('.');
      expect(answer.headers.get('content-disposition'), address).toBe(
        `attachment; filename="${name === 'workbook' ? 'payin-recon' : name}-BR-${DATE}-v1.${end}"`,
      );
      expect((await answer.arrayBuffer()).byteLength, address).toBeGreaterThan(0);
    }
  });

  it('has a form for a report over a month', async () => {
    const form = partOf(await shown('ana'), 'id="range"', '</form>');
    expect(form).toContain('name="from" value="2026-11-01"');
    expect(form).toContain('name="to" value="2026-11-30"');
    const client = await page.signedIn('ana');
    const asked = await client.get(
      '/download?region=BR&report=orders&from=2026-11-01&to=2026-11-30&form=excel-br.csv',
    );
    expect(asked.status).toBe(303);
    const answer = await client.get(asked.headers.get('location')!);
    expect(answer.headers.get('content-disposition')).toContain('orders-BR-2026-11-01..2026-11-30.csv');
    await answer.arrayBuffer();
  });

  it.each([
    ['csv', 'all.zip'],
    ['excel-br.csv', 'all.excel-br.zip'],
    ['xlsx', 'all.xlsx.zip'],
    ['parquet', 'all.parquet.zip'],
  ])('gives all reports over a month as one archive of %s', async (form, file) => {
    const client = await page.signedIn('ana');
    const fields = `region=BR&report=all&from=2026-11-01&to=2026-11-30&form=${form}`;
    const asked = await client.get(`/download?${fields}`);
    expect(asked.headers.get('location')).toBe(`/download/BR/2026-11-01/to/2026-11-30/${file}`);
    const answer = await client.get(asked.headers.get('location')!);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect((await answer.bytes()).subarray(0, 2).toString()).toBe('80,75');
  });

  it.each([
    `/dates/XX/${DATE}`,
    '/dates/BR/2026-02-30',
    '/dates/BR/yesterday',
    '/dates/BR/2020-01-01',
    '/dates/BR/2027-01-01',
    `${ADDRESS}?version=2`,
    `${ADDRESS}?version=0`,
    `${ADDRESS}?version=1e3`,
    `${ADDRESS}?version=`,
    `${ADDRESS}/reports/payers`,
    `${ADDRESS}/reports/orders?version=x`,
    '/dates/BR/2020-01-01/reports/orders',
  ])('does not exist: %s', async (address) => {
    expect((await (await page.signedIn('ana')).get(address)).status).toBe(404);
  });

  it('says that there is no report of a date that is not over, as orders of it lead to it', async () => {
    const text = textOf(await (await (await page.signedIn('ana')).get('/dates/BR/2026-11-20')).text());
    expect(text).toContain('There is no report of this date.');
    expect(text).not.toContain('not reported yet');
  });

  it('says that a date is over and not reported', async () => {
    // Two days later, after a night without a run.
    const at = () => instant('2026-11-21T12:00:00Z');
    const later = await servePage(day.store, SETTINGS, { out: day.out, at });
    const visitor = await later.signedIn('ana');
    const text = textOf(await (await visitor.get('/dates/BR/2026-11-20')).text());
    expect(text).toContain('This date is over, but not reported yet.');
    expect(text).toContain('Reconcile this date again');
  });

  it('says that a date is provisional, and what is missing', async () => {
    const text = textOf(await shown('ana', `/dates/other/${DATE}`));
    expect(text).toContain('Provisional: orders or payments may be missing.');
    expect(text).toContain('Pay-in records are not complete to the end of the date.');
    expect(text).toContain('The date ends 20 November 2026 00:00:00 UTC');
    expect(textOf(await shown('ana'))).toContain('Complete: the data covers the whole date.');
  });

  it('shows a reader of one merchant only what is that merchant’s', async () => {
    const html = await shown('lia');
    const others = csv('BR', 'orders').map((row) => row['merchant_id']!);
    for (const merchant of others.filter((one) => one.length > 6)) expect(html).not.toContain(merchant);
    const totals = partOf(html, 'id="totals"', '<h2');
    const own = csv('BR', 'daily-summary').filter((row) => row['merchant_id'] === 'M0001');
    expect(bodyRows(partOf(totals, 'Both sums', '</table>'))).toContainEqual([
      'Orders',
      sum(own, 'orders'),
      sum(own, 'orders'),
      '✓ equal',
    ]);
    expect(html).not.toContain('rejected-records');
    expect(html).not.toContain('Reconcile this date again');
    const rows = bodyRows(partOf(html, 'id="reports"', '</table>'));
    const orders = csv('BR', 'orders').filter((row) => row['merchant_id'] === 'M0001');
    expect(rows.find(([title]) => title!.endsWith(' orders'))![1]).toBe(String(orders.length));
    const client = await page.signedIn('lia');
    expect((await client.get(`${ADDRESS}/reports/rejected-records`)).status).toBe(404);
  });

  it.each(Object.entries(ARCHIVE))('names the archive by what is in it, in %s', async (language, names) => {
    for (const [index, name] of ['ana', 'lia'].entries()) {
      const reports = partOf(await shown(name, ADDRESS, language), 'id="reports"', '<table');
      const [, link] = reports.match(/<a href="[^"]*all\.zip">(.*?)<\/a>/)!;
      expect(link).toBe(names[index]);
    }
  });

  it('has a button to reconcile again for those who may', async () => {
    const form = partOf(await shown('ana'), 'action="/data/reconcile"', '</form>');
    expect(form).toContain('name="region" value="BR"');
    expect(form).toContain(`name="date" value="${DATE}"`);
    expect(await shown('tom')).not.toContain('/data/reconcile');
  });

  it.each(['en', 'pt', 'ar'])('is written in %s', async (language) => {
    const html = await shown('ana', ADDRESS, language);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(html).not.toMatch(/undefined|\[object|NaN/);
    const tie = { en: 'The totals tie', pt: 'Os totais conferem', ar: 'الإجماليات متطابقة' }[language]!;
    expect(textOf(html)).toContain(tie);
    expect(textOf(partOf(html, 'id="totals"', '<h2'))).toContain(IN_OWN_CURRENCY[language]);
  });
});

onEngines('the versions of a date', (engine) => {
  let page: ServedPage;
  let out: string;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payin-recon-versions-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    out = join(folder, 'reports');
    const store = await engine.open();
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
    await publish(store, out);
    await feed(store, join(folder, 'late.ndjson'), [LATE_CALLBACK], NOON);
    await publish(store, out, NOON);
    page = await servePage(store, SETTINGS, { out, at: () => instant(NOON) });
    await page.addUser('ana', 'viewer');
    await page.addUser('lia', 'viewer', ['M0001']);
  });
  const shown = async (name: string, address: string) =>
    (await (await page.signedIn(name)).get(address)).text();

  it('say what the newest changed and why', async () => {
    const versions = partOf(await shown('ana', ADDRESS), 'id="versions"', '<h2');
    const text = textOf(versions);
    expect(text).toContain('Version 2 (shown here)');
    expect(text).toContain('New sources: 1');
    expect(text).toContain('late.ndjson');
    expect(text).toContain('The first version.');
    const fields = bodyRows(partOf(versions, 'What it changed', '</table>'));
    expect(fields).toContainEqual(['outcome', '1']);
    expect(fields).toContainEqual(['whole payments', '1']);
    const changed = versions.slice(versions.indexOf('Orders: Before'));
    expect(textOf(changed)).toContain(`${IN_OWN_CURRENCY['en']}: Before`);
    expect(textOf(changed)).toContain(`${IN_OWN_CURRENCY['en']}: After`);
    expect(bodyRows(changed)).toContainEqual([
      'mismatched',
      'BRL',
      '0',
      '1',
      'BRL 0.00',
      'BRL 123.45',
      'BRL 0.00',
      'BRL 123.00',
    ]);
  });

  it('do not name sources to a reader of some merchants', async () => {
    const html = await shown('lia', ADDRESS);
    expect(html).not.toContain('ndjson');
    expect(textOf(html)).toContain('Version 2 (shown here)');
  });

  it('are shown one at a time, with the files of that version', async () => {
    const html = await shown('ana', `${ADDRESS}?version=1`);
    expect(textOf(html)).toContain('This is version 1 . The newest one is version 2 .');
    const links = linksOf(html);
    expect(links).toContain(`/download/BR/${DATE}/v1/orders.csv`);
    expect(links).toContain(`${ADDRESS}/reports/orders?version=1`);
    const outcomes = textOf(partOf(html, 'by outcome', '</table>'));
    expect(outcomes).toContain('stuck');
    expect(outcomes).not.toContain('mismatched');
  });

  it('say that published files were changed', async () => {
    appendFileSync(join(out, DATE, 'BR', 'v1', 'manifest.json'), ' ');
    expect(textOf(await shown('ana', ADDRESS))).not.toContain('were changed or removed');
    appendFileSync(join(out, DATE, 'BR', 'v2', 'manifest.json'), '{');
    expect(textOf(await shown('ana', ADDRESS))).toContain('were changed or removed');
  });
});
