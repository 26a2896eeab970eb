/** The overview shows the figures of the published files, to everybody those of his merchants. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { formatsOf } from '../../src/texts/formats.ts';
import { DATE, instant, MORNING, readCsv, SETTINGS } from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { type ServedPage, servePage } from './served-page.ts';
import { bodyRows, linksOf, partOf, textOf } from './shown-html.ts';

const { count, difference, money, share } = formatsOf('en');
const spaced = (text: string) => text.replace(/\s/g, ' ');

onEngines('the overview', (engine) => {
  let day: PublishedDay;
  let page: ServedPage;
  beforeAll(async () => {
    day = await publishDay(engine);
    page = await servePage(day.store, SETTINGS, { out: day.out, at: () => instant(MORNING) });
    await page.addUser('ana', 'admin');
    await page.addUser('lia', 'viewer', ['M0001']);
    await page.addUser('joe', 'viewer', ['nobody']);
  });
  const csv = (region: string, name: string) => readCsv(join(day.out, DATE, region, 'latest', `${name}.csv`));
  const sum = (rows: ReadonlyArray<Record<string, string>>, name: string) =>
    String(rows.reduce((total, row) => total + BigInt(row[name] || 0), 0n));
  const totalsOf = (region: string): Array<{ currency: string | null; paid_minor: string }> =>
    JSON.parse(readFileSync(join(day.out, DATE, region, 'latest', 'manifest.json'), 'utf8')).totals;
  const paidIn = (region: string, currency: string) =>
    sum(
      totalsOf(region).flatMap((total) => (total.currency === currency ? [{ paid: total.paid_minor }] : [])),
      'paid',
    );
  const shown = async (name: string, language = 'en') => {
    const answer = await (await page.signedIn(name)).get('/', { 'Accept-Language': language });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const regionOf = (html: string, region: string) => partOf(html, `id="region-${region}"`, '<h2');
  const tilesOf = (html: string, region: string) =>
    partOf(regionOf(html, region), '<ul class="tiles', '<table').split('class="tile"').slice(1);

  it('says what yesterday was like', async () => {
    const html = await shown('ana');
    const orders = csv('BR', 'orders').filter((row) => row['outcome'] !== 'ORPHAN');
    const paid = orders.filter((row) => row['payments'] !== '0').length;
    const severe = ['high', 'critical'];
    const findings = csv('BR', 'findings').filter((row) => severe.includes(row['severity']!)).length;
    expect(findings).toBeGreaterThan(0);
    expect(textOf(partOf(html, '<ul class="states">', '</li>'))).toContain(
      `Brazil (BR) , 19 Nov 2026 : needs attention . Orders: ${count(orders.length)} , paid: ${share(
        paid / orders.length,
      )} , findings that need attention: ${findings} .`,
    );
  });

  it('has the differences of amount-mismatches.csv and a link that downloads it', async () => {
    const html = await shown('ana');
    const client = await page.signedIn('ana');
    for (const region of ['BR', 'EG']) {
      const rows = csv(region, 'amount-mismatches');
      const currencies = [...new Set(rows.map((row) => row['paid_currency'] || row['requested_currency']!))];
      const [yesterday, seven, week] = tilesOf(html, region);
      // Whether dates without a report have mismatches is not known.
      expect(textOf(week!)).toContain('no reports');
      expect(textOf(week!)).not.toContain('no mismatches');
      for (const tile of [yesterday!, seven!]) {
        for (const currency of currencies) {
          const own = rows.filter((row) => (row['paid_currency'] || row['requested_currency']) === currency);
          const minor = sum(own, 'difference_minor');
          const unknown = own.filter((row) => row['difference_minor'] === '').length;
          const of = unknown === 0 ? '' : ` , of which with an unknown difference: ${unknown}`;
          const sums = unknown === own.length ? `${currency} –` : spaced(difference({ currency, minor }));
          expect(textOf(tile)).toContain(`${sums} orders: ${own.length}${of}`);
        }
      }
      const links = linksOf(seven!);
      expect(links).toContain(
        `/findings?region=${region}&code=AMOUNT_MISMATCH&code=CURRENCY_MISMATCH&code=AMOUNT_UNREADABLE` +
          '&from=2026-11-13&to=2026-11-19',
      );
      const file = links.find((link) => link.endsWith('.csv'))!;
      expect(file).toContain(region === 'BR' ? '.excel-br.csv' : '.excel-eg.csv');
      const answer = await client.get(file);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toContain(
        `amount-mismatches-${region}-2026-11-13..2026-11-19.csv`,
      );
      expect((await answer.text()).trim().split('\n').length - 1).toBeGreaterThanOrEqual(rows.length);
    }
  });

  it('names each CSV by what it is for', async () => {
    const names = {
      en: ['Download for Excel (CSV)', 'CSV'],
      pt: ['Baixar para Excel (CSV)', 'CSV'],
      ar: ['تنزيل لبرنامج Excel (CSV)', 'CSV'],
    };
    for (const [language, [excel, csvName]] of Object.entries(names)) {
      const html = await shown('ana', language);
      for (const [region, name] of Object.entries({ BR: excel, EG: excel, other: csvName })) {
        const [, link] = tilesOf(html, region)[1]!.match(/<a href="[^"]*\.csv">(.*?)<\/a>/)!;
        expect(link, `${region} ${language}`).toBe(name);
      }
    }
  });

  it('says that orders whose amount cannot be read are among the mismatches, paid or not', async () => {
    const helps = {
      en: ['or whose amount cannot be read, paid or not', 'whose amount cannot be read, paid or not,'],
      pt: ['ou cujo valor não pode ser lido, pagos ou não', 'cujo valor não pode ser lido, pagos ou não,'],
      ar: ['أو التي تتعذر قراءة مبلغها، مدفوعة كانت أم لا', 'التي تتعذر قراءة مبلغها، مدفوعة كانت أم لا،'],
    };
    for (const [language, [tiles, money]] of Object.entries(helps)) {
      const part = regionOf(await shown('ana', language), 'BR');
      expect(textOf(partOf(part, '<h3>', '<ul class="tiles'))).toContain(tiles);
      expect(textOf(part.slice(part.indexOf('<caption>')))).toContain(money);
    }
  });

  it('has the money of daily-summary.csv, and what was paid as the manifest has it', async () => {
    const html = await shown('ana');
    const rows = csv('BR', 'daily-summary').filter((row) => row['currency'] === 'BRL');
    const table = bodyRows(partOf(regionOf(html, 'BR'), '<caption>Money', '</table>'));
    expect(table[0]!.slice(1)).toEqual([
      'BRL',
      spaced(money({ currency: 'BRL', minor: sum(rows, 'requested_minor') })),
      spaced(money({ currency: 'BRL', minor: paidIn('BR', 'BRL') })),
      spaced(difference({ currency: 'BRL', minor: sum(rows, 'difference_minor') })),
      String(csv('BR', 'amount-mismatches').filter((row) => row['paid_currency'] !== 'USD').length),
    ]);
  });

  it('has every payment in the currency in which it was paid', async () => {
    const html = await shown('ana');
    for (const region of ['BR', 'EG', 'other']) {
      const table = bodyRows(partOf(regionOf(html, region), '<caption>Money', '</table>'));
      const paid = new Map(table.map((row) => row.slice(-5)).map(([currency, , cell]) => [currency, cell]));
      const currencies = new Set(totalsOf(region).map(({ currency }) => currency));
      for (const currency of currencies) {
        const minor = currency === null ? '0' : paidIn(region, currency);
        if (minor !== '0')
          expect(paid.get(currency!), region).toBe(spaced(money({ currency: currency!, minor })));
      }
    }
    expect(BigInt(paidIn('BR', 'USD'))).toBeGreaterThan(0n);
  });

  it('says what was paid for these orders, and by which currency', async () => {
    const headings = {
      en: 'Paid for these orders',
      pt: 'Pago por estes pedidos',
      ar: 'المدفوع لهذه الطلبات',
    };
    for (const [language, heading] of Object.entries(headings)) {
      const part = regionOf(await shown('ana', language), 'BR');
      expect(textOf(part)).toContain(heading);
    }
    expect(textOf(regionOf(await shown('ana'), 'BR'))).toContain('in the currency of each payment');
  });

  it('counts the open findings of findings.csv, each with a link to them', async () => {
    const part = regionOf(await shown('ana'), 'EG');
    const rows = csv('EG', 'findings');
    const table = bodyRows(partOf(part, '<caption>Open findings', '</table>'));
    for (const [severity, ...cells] of table)
      expect(cells.at(-1), severity).toBe(String(rows.filter((row) => row['severity'] === severity).length));
    expect(linksOf(part)).toContain('/findings?region=EG&severity=high');
    expect(linksOf(part)).toContain('/findings?region=EG&severity=high&age=%3C1');
  });

  it('has a calendar with a sign, a text and a link for each date', async () => {
    const calendar = partOf(regionOf(await shown('ana'), 'BR'), '<table class="calendar">', '</table>');
    expect(textOf(calendar)).toContain('18 Nov no report 19 Nov ! needs attention 20 Nov no report');
    expect(linksOf(calendar)).toEqual(['/dates/BR/2026-11-19']);
    expect(calendar).toContain('class="day attention"');
  });

  it('has the shares of orders in the table of the picture', async () => {
    const part = regionOf(await shown('ana'), 'EG');
    const orders = csv('EG', 'orders').filter((row) => row['outcome'] !== 'ORPHAN');
    const of = (is: (row: Record<string, string>) => boolean) =>
      share(orders.filter(is).length / orders.length);
    expect(part).toContain('<svg ');
    expect(bodyRows(partOf(part, '<figure>', '</figure>'))).toEqual([
      [
        '19 Nov 2026',
        count(orders.length),
        of((row) => row['payments'] !== '0'),
        of((row) => row['outcome'] === 'MATCHED'),
      ],
    ]);
  });

  it('shows a reader of one merchant its figures only, and no region without its orders', async () => {
    const html = await shown('lia');
    const own = csv('BR', 'orders').filter(
      (row) => row['merchant_id'] === 'M0001' && row['outcome'] !== 'ORPHAN',
    );
    expect(textOf(html)).toContain(`Orders: ${own.length} ,`);
    const rows = csv('BR', 'amount-mismatches').filter(
      (row) => row['merchant_id'] === 'M0001' && row['paid_currency'] === 'BRL',
    );
    expect(textOf(tilesOf(html, 'BR')[0]!)).toContain(
      spaced(difference({ currency: 'BRL', minor: sum(rows, 'difference_minor') })),
    );
    const none = await shown('joe');
    expect(none).not.toContain('Brazil');
    expect(textOf(none)).toContain('No date is reported yet.');
  });

  it.each(['en', 'pt', 'ar'])('is written in %s', async (language) => {
    const html = await shown('ana', language);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(html).not.toMatch(/undefined|\[object|NaN/);
    const name = { en: 'Brazil (BR)', pt: 'Brasil (BR)', ar: 'البرازيل (BR)' }[language]!;
    expect(textOf(html)).toContain(name);
    if (language !== 'en') expect(textOf(html)).not.toContain('needs attention');
  });

  it('says an open alarm in the words of its message, but not of another merchant', async () => {
    const facts = {
      measure: 'silent',
      region: 'BR',
      zone: 'America/Sao_Paulo',
      merchantId: 'BR1000217',
      paymentMethod: 'PIX',
      severity: 'high',
      ...{ since: '2026-11-20T10:00:00Z', at: '2026-11-20T11:30:00Z', observed: 0, of: null, expected: 31.4 },
      ...{ probability: 0.00001, money: [], ended: false },
    };
    await day.store.session(({ db }) =>
      sql`insert into watch_alarms (measure, region, merchant_id, payment_method, since, raised_at, ended_at, facts)
        values ('silent', 'BR', 'BR1000217', 'PIX', ${facts.since}, ${facts.at}, null, ${JSON.stringify(facts)})`.execute(
        db,
      ),
    );
    const alarms = async (name: string) => textOf(partOf(await shown(name), 'id="watch"', '</section>'));
    expect(await alarms('ana')).toContain(
      'merchant BR1000217 , PIX ( BR ) silent since 07:00 : about 31 payments expected, none received',
    );
    expect(await alarms('lia')).toContain('There is no open alarm.');
  });
});
