import { beforeAll, expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { boxesOf, csvOf, keyOfBox, pageText, textOf } from './findings-pages.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const SETTINGS = parseSettings({});

onEngines('the list of findings', (engine) => {
  let day: PublishedDay;
  let page: ServedPage;
  let ana: Client;
  let viewer: Client;
  beforeAll(async () => {
    day = await publishDay(engine);
    page = await servePage(day.store, SETTINGS, { out: day.out });
    await page.addUser('ana', 'operator');
    await page.addUser('vera', 'viewer');
    await page.addUser('lia', 'operator', ['m0001', '=cmd']);
    [ana, viewer] = [await page.signedIn('ana'), await page.signedIn('vera')];
  });

  it('says as many findings as the file of the same filter has, whatever is filtered', async () => {
    const all = await csvOf(ana);
    expect(all.length).toBeGreaterThan(50);
    const [first] = all;
    const filters = [
      '',
      '?state=all',
      '?code=AMOUNT_MISMATCH&code=CURRENCY_MISMATCH',
      '?severity=high&severity=critical&region=BR',
      '?merchant=%3Dcmd',
      '?method=PIX',
      '?from=2026-11-19&to=2026-11-19',
      '?age=0-1',
      '?text=odd00',
      `?text=${first!.order_no.toLowerCase()}`,
      '?region=EG&severity=high',
    ];
    for (const filter of filters) {
      const rows = await csvOf(ana, filter);
      expect(rows.length, filter).toBeGreaterThan(0);
      const text = await pageText(ana, `/findings${filter}`);
      expect(text, filter).toContain(`Findings that match the filter: ${rows.length.toLocaleString('en')}`);
    }
    const empty = ['?assignee=nobody', '?awaiting=yes', '?state=resolved', '?to=2026-11-18'];
    for (const filter of empty) {
      expect(await pageText(ana, `/findings${filter}`), filter).toContain('No finding matches');
    }
  });

  it('visits every finding once, page by page, in the order of the file', async () => {
    const seen: string[] = [];
    let address: string | undefined = '/findings';
    for (let pages = 0; address !== undefined && pages < 100; pages += 1) {
      const html: string = await (await ana.get(address)).text();
      const boxes = boxesOf(html);
      expect(boxes.length).toBeLessThanOrEqual(50);
      seen.push(...boxes);
      address = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    const listed = await csvOf(ana);
    expect(new Set(seen).size).toBe(seen.length);
    // In the file, a merchant's name that begins as a formula has an apostrophe before it.
    const own = listed.map((row) => [row.merchant_id.replace(/^'/, ''), row.order_no, row.code]);
    expect(seen.map(keyOfBox)).toEqual(own);
  });

  it('counts by severity and age, and each number leads to as many findings', async () => {
    const html = await (await ana.get('/findings?region=BR')).text();
    const table = html.split('<table class="counts">')[1]!.split('</table>')[0]!;
    const links = [...table.matchAll(/href="([^"]+)"[^>]*>([\d,]+)</g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [, href, number] of links) {
      const address = href!.replaceAll('&amp;', '&');
      expect(address).toContain('region=BR');
      expect(await pageText(ana, address)).toContain(`match the filter: ${number}`);
    }
  });

  it('names each part of a filter that is not understood, and applies the rest', async () => {
    const nonsense =
      '?severity=grave&code=AMOUNT_MISMATCH&code=NOPE&sevrity=high&from=2026-13-01&to=2026-11-19&age=old&state=gone&region=XX&awaiting=maybe&after=%00x&merchant=a%00b';
    const answer = await ana.get(`/findings${nonsense}`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const notice = textOf(html.split('class="notice warn"')[1]!.split('</div>')[0]!);
    for (const part of ['grave', 'NOPE', 'sevrity', '2026-13-01', 'old', 'gone', 'XX', 'maybe', 'after']) {
      expect(notice).toContain(part);
    }
    expect(notice).not.toContain('2026-11-19');
    const rows = await csvOf(ana, '?code=AMOUNT_MISMATCH&to=2026-11-19');
    expect(textOf(html)).toContain(`match the filter: ${rows.length}`);
    // A file with more than was asked for would be taken for what was asked for.
    const file = await ana.get('/findings.csv?severity=grave');
    expect(file.status).toBe(400);
    expect(await file.text()).toContain('grave');
    const reversed = await pageText(ana, '/findings?from=2026-11-19&to=2026-11-01');
    expect(reversed).toContain('Business date to: “2026-11-01” (before the first date)');
    expect((await ana.get('/findings/confirm?severity=grave')).status).toBe(400);
    expect((await ana.get(`/findings?text=${'%F0%9F%92%B3'.repeat(300)}&%00=1&after=%FF`)).status).toBe(200);
  });

  it('leads from the fields that a form sends empty to the address that can be sent', async () => {
    const answer = await ana.get('/findings?severity=high&severity=low&region=&merchant=&text=&from=');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/findings?severity=high&severity=low');
  });

  it('shows the amounts of each order with the currency, and leads to the finding on its page', async () => {
    const html = await (await ana.get('/findings?merchant=%3Dcmd')).text();
    expect(html).toContain('href="/order/%3Dcmd/ODD0000001#AMOUNT_MISMATCH"');
    expect(textOf(html)).toContain('BRL\u00a0+0.01'.replace('\u00a0', ' '));
    expect(html).toMatch(/BRL\u00a0200\.00/);
    expect(textOf(html)).toContain('Paid amount is not the requested one');
  });

  it('speaks the three languages, Arabic from right to left', async () => {
    const inLanguage = async (language: string) =>
      (await ana.get('/findings?code=AMOUNT_MISMATCH&severity=x', { 'Accept-Language': language })).text();
    const portuguese = await inLanguage('pt-BR');
    expect(portuguese).toContain('lang="pt" dir="ltr"');
    expect(textOf(portuguese)).toContain('Valor pago difere do solicitado');
    expect(textOf(portuguese)).toContain('Gravidade: “x”');
    const arabic = await inLanguage('ar-EG');
    expect(arabic).toContain('lang="ar" dir="rtl"');
    expect(textOf(arabic)).toContain('المبلغ المدفوع يخالف المبلغ المطلوب');
    expect(textOf(arabic)).toContain('اتخاذ قرار');
  });

  it('shows a person limited to merchants theirs alone, in the list, the figures and the files', async () => {
    const lia = await page.signedIn('lia');
    const own = await csvOf(lia, '?state=all');
    expect(new Set(own.map((row) => row.merchant_id))).toEqual(new Set(['m0001', "'=cmd"]));
    const html = await (await lia.get('/findings?state=all')).text();
    expect(boxesOf(html).map((box) => keyOfBox(box)[0])).not.toContain('M0001');
    expect(html.split('class="findings-filter"')[1]).not.toContain('M0001');
    expect(textOf(html)).toContain(`match the filter: ${own.length}`);
    expect(await pageText(lia, '/findings?merchant=M0001')).toContain('No finding matches');
    expect(await pageText(lia, '/findings/confirm?merchant=M0001')).toContain('No finding matches');
    expect(await csvOf(lia, '?merchant=M0001')).toEqual([]);
    expect(await csvOf(lia, '?text=ODD0000002')).toEqual([]);
    const same = await pageText(lia, '/findings');
    expect(await pageText(ana, '/findings')).not.toBe(same);
  });

  it('shows a viewer no box and no form that changes something', async () => {
    const html = await (await viewer.get('/findings')).text();
    expect(html).toContain('AMOUNT_MISMATCH');
    expect(boxesOf(html)).toEqual([]);
    expect(html).not.toContain('method="post"');
    expect((await viewer.get('/findings/confirm')).status).toBe(403);
  });

  it('gives the list in every form, to this page alone', async () => {
    const forms = {
      csv: 'text/csv',
      'excel-br.csv': 'text/csv',
      'excel-eg.csv': 'text/csv',
      xlsx: 'spreadsheetml',
      parquet: 'parquet',
    };
    for (const [end, type] of Object.entries(forms)) {
      const answer = await viewer.get(`/findings.${end}?region=BR`);
      expect(answer.status, end).toBe(200);
      expect(answer.headers.get('content-type'), end).toContain(type);
      expect(answer.headers.get('content-disposition'), end).toContain(`.${end.split('.').at(-1)}"`);
      await answer.arrayBuffer();
      const foreign = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
      expect((await viewer.get(`/findings.${end}`, foreign)).status, end).toBe(403);
    }
    expect((await page.client().get('/findings.csv', { Accept: '*/*' })).status).toBe(401);
  });
});
