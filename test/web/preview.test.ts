/** A preview has the cells of the published CSV, in pages by key, and only what the reader may see. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { REPORTS } from '../../reports/all.ts';
import { REPORT_NAMES } from '../../src/texts/page/report-names.ts';
import { DATE, instant, MORNING, readCsv, SETTINGS } from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';
import { bodyRows, linksOf, partOf, textOf } from './shown-html.ts';

const ADDRESS = `/dates/BR/${DATE}/reports`;

onEngines('the preview of a report', (engine) => {
  let day: PublishedDay;
  let page: ServedPage;
  let ana: Client;
  beforeAll(async () => {
    day = await publishDay(engine);
    page = await servePage(day.store, SETTINGS, { out: day.out, at: () => instant(MORNING) });
    await page.addUser('ana', 'viewer');
    await page.addUser('lia', 'viewer', ['M0001']);
    ana = await page.signedIn('ana');
  });
  const csv = (name: string) => readCsv(join(day.out, DATE, 'BR', 'latest', `${name}.csv`));
  const plain = (cell: string) =>
    cell
      .replace(/^'(?=[ =+\-@])/, '')
      .replace(/\s+/g, ' ')
      .trim();
  const shown = async (client: Client, address: string) => {
    const answer = await client.get(address);
    expect(answer.status, address).toBe(200);
    return answer.text();
  };
  const rowsOf = (html: string) =>
    html.includes('<table class="preview"')
      ? bodyRows(partOf(html, '<table class="preview"', '</table>'))
      : [];
  const headings = (html: string) =>
    [...partOf(html, '<thead>', '</thead>').matchAll(/<th [^>]*>(.*?)<\/th>/gs)].map(([, cell]) =>
      textOf(cell!).replace(/ [▲▼]$/, ''),
    );
  const column = (html: string, name: string) => {
    const at = headings(html).indexOf(name);
    return rowsOf(html).map((cells) => cells[at]!);
  };
  const allRows = async (client: Client, address: string) => {
    const rows: string[][] = [];
    let pages = 0;
    for (let next: string | undefined = address; next !== undefined; pages += 1) {
      const html = await shown(client, next);
      rows.push(...rowsOf(html));
      const nav = html.includes('class="pager"') ? partOf(html, 'class="pager"', '</nav>') : '';
      next = linksOf(nav).find((link) => link.includes('after='));
    }
    return { rows, pages };
  };

  it('pages through all rows in the order of the file', async () => {
    const { rows, pages } = await allRows(ana, `${ADDRESS}/orders`);
    const expected = csv('orders').map((row) => Object.values(row).map(plain));
    expect(pages).toBe(Math.ceil(expected.length / 50));
    expect(rows).toEqual(expected);
  });

  it.each(PLAIN_REPORTS.map(({ name }) => name))('shows the rows of %s', async (name) => {
    const html = await shown(ana, `${ADDRESS}/${name}`);
    expect(textOf(partOf(html, '<h1>', '</h1>'))).toBe(REPORT_NAMES[name]!.en);
    const expected = csv(name).map((row) => Object.values(row).map(plain));
    expect(rowsOf(html)).toEqual(expected.slice(0, 50));
  });

  it('sorts by a column both ways, and pages on', async () => {
    const first = await shown(ana, `${ADDRESS}/orders?sort=requested_minor`);
    expect(first).toContain('aria-sort="ascending"');
    const link = linksOf(partOf(first, '<thead>', '</thead>')).find((one) =>
      one.includes('sort=requested_minor'),
    )!;
    expect(link).toContain('order=descending');
    expect(await shown(ana, link)).toContain('aria-sort="descending"');
    const { rows } = await allRows(ana, link);
    const at = headings(first).indexOf('requested_minor');
    const values = rows.map((cells) => Number(cells[at] === '' ? -1 : cells[at]));
    expect(values.length).toBe(csv('orders').length);
    expect(values).toEqual([...values].sort((one, other) => other - one));
  });

  it('filters by text and by the values of columns, and keeps the filter in its links', async () => {
    const odd = await shown(ana, `${ADDRESS}/orders?text=odd000&is-outcome=MISMATCH&sort=merchant_id`);
    expect(column(odd, 'order_no').sort()).toEqual(
      csv('orders')
        .filter((row) => row['order_no']!.startsWith('ODD000') && row['outcome'] === 'MISMATCH')
        .map((row) => row['order_no'])
        .sort(),
    );
    expect(odd).toContain('<option value="MISMATCH" selected');
    expect(linksOf(partOf(odd, '<thead>', '</thead>'))[0]).toContain('text=odd000');
    expect(odd).toContain('type="hidden" name="sort" value="merchant_id"');
    expect(rowsOf(await shown(ana, `${ADDRESS}/orders?text=${DATE}`)).length).toBeGreaterThan(0);
    expect(textOf(await shown(ana, `${ADDRESS}/orders?text=nothing-like-it`))).toContain('No rows.');
    expect(rowsOf(await shown(ana, `${ADDRESS}/orders?text=%00`))).toEqual([]);
  });

  it('says where it looks for a text: not in amounts, times and counts', async () => {
    const labels = {
      en: ['Rows whose texts, dates or minor units contain', 'Rows whose identifiers or dates contain'],
      pt: [
        'Linhas cujos textos, datas ou unidades mínimas contêm',
        'Linhas cujos identificadores ou datas contêm',
      ],
      ar: [
        'الصفوف التي تحتوي نصوصها أو تواريخها أو مبالغها بأصغر وحدة على',
        'الصفوف التي تحتوي معرّفاتها أو تواريخها على',
      ],
    };
    for (const [language, names] of Object.entries(labels)) {
      for (const [index, name] of ['orders', 'restatement'].entries()) {
        const answer = await ana.get(`${ADDRESS}/${name}`, { 'Accept-Language': language });
        expect(textOf(partOf(await answer.text(), '<label for="text">', '</label>'))).toBe(names[index]);
      }
    }
    const row = csv('orders').find((one) => one['paid_amount'] !== '')!;
    const found = async (text: string) =>
      (await allRows(ana, `${ADDRESS}/orders?text=${text}&is-order_no=${row['order_no']}`)).rows.length;
    expect(await found(row['paid_minor']!)).toBeGreaterThan(0);
    expect(await found(row['paid_amount']!)).toBe(0);
    expect(await found(row['paid_at_utc']!)).toBe(0);
  });

  it('begins at the first row for a position or column that does not exist', async () => {
    const first = rowsOf(await shown(ana, `${ADDRESS}/orders`));
    expect(rowsOf(await shown(ana, `${ADDRESS}/orders?after=nonsense`))).toEqual(first);
    expect(rowsOf(await shown(ana, `${ADDRESS}/orders?sort=payer&order=sideways`))).toEqual(first);
  });

  it('leads from an order number to its order', async () => {
    const html = await shown(ana, `${ADDRESS}/amount-mismatches`);
    const [row] = csv('amount-mismatches');
    expect(linksOf(partOf(html, '<tbody>', '</tbody>'))).toContain(
      `/order/${encodeURIComponent(plain(row!['merchant_id']!))}/${row!['order_no']}`,
    );
  });

  it('shows a reader of one merchant the rows of that merchant', async () => {
    const lia = await page.signedIn('lia');
    for (const name of ['orders', 'amount-mismatches', 'payments', 'findings', 'daily-summary']) {
      const { rows } = await allRows(lia, `${ADDRESS}/${name}`);
      const expected = csv(name).filter((row) => row['merchant_id'] === 'M0001');
      expect(rows.length, name).toBe(expected.length);
      const html = await shown(lia, `${ADDRESS}/${name}?is-merchant_id=BR1000217`);
      expect(rowsOf(html), name).toEqual([]);
    }
  });

  it.each(['en', 'pt', 'ar'])('is written in %s', async (language) => {
    const answer = await ana.get(`${ADDRESS}/orders`, { 'Accept-Language': language });
    const html = await answer.text();
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(html).not.toMatch(/undefined|\[object/);
    for (const { name } of REPORTS) expect(REPORT_NAMES[name]?.[language as 'en']).toBeTruthy();
  });
});
