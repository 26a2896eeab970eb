/** Reading, downloading and deciding in a browser that runs no scripts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DATE } from '../../export/books.ts';
import { follow, inBrowserOnce, openWindow } from '../browser.ts';
import { type ServedBooks, serveBooks, signIn } from './served-books.ts';

inBrowserOnce('the page without scripts', (engine) => {
  let books: ServedBooks;
  let window: Page;
  beforeAll(async () => {
    books = await serveBooks(engine);
    window = await openWindow({ javaScriptEnabled: false });
    await window.goto(books.page.url);
    await signIn(window, 'olga');
  });
  const go = (path: string) => window.goto(new URL(path, books.page.url).href);

  it('reads: the overview, a date, a report, an order', async () => {
    await follow(window.getByRole('link', { name: /^19 Nov\b/ }).first());
    expect(await window.locator('h1').innerText()).toBe('Brazil (BR), 19 November 2026');
    await follow(window.getByRole('link', { name: /^Preview Amount mismatches/ }));
    expect(await window.locator('main').innerText()).toContain('BIG0000001');
    await window.getByLabel('Find an order').fill('BIG0000001');
    await window.getByLabel('Find an order').press('Enter');
    await window.waitForURL((url) => url.pathname !== `/dates/BR/${DATE}/reports/amount-mismatches`);
    expect(await window.locator('h1').innerText()).toContain('BIG0000001');
  });

  it('downloads the bytes of a published file', async () => {
    await go(`/dates/BR/${DATE}`);
    const waiting = window.waitForEvent('download');
    await window.locator('a[href$="/orders.csv"]').click();
    const bytes = readFileSync(await (await waiting).path());
    expect(bytes.equals(readFileSync(join(books.out, DATE, 'BR', 'v1', 'orders.csv')))).toBe(true);
  });

  it('decides about all findings of a page, and takes it back', async () => {
    await go('/findings?text=BIG');
    expect(await window.getByLabel('Choose all on this page').isVisible()).toBe(false);
    await follow(window.getByRole('link', { name: 'Choose all on this page' }));
    await window.getByLabel('Decision', { exact: true }).selectOption('Assign');
    await window.getByLabel('Assign to').fill('bruno');
    await follow(window.getByRole('button', { name: 'Decide about the chosen findings' }));
    expect(await window.getByRole('status').innerText()).toMatch(/Assigned: \d+\. Decided by olga\./);
    await follow(window.getByRole('button', { name: 'Undo these decisions' }));
    expect(await window.getByRole('status').innerText()).toContain('Undone:');
  });

  it('filters', async () => {
    await go('/findings');
    await window.getByRole('checkbox', { name: 'critical' }).check();
    await follow(window.getByRole('button', { name: 'Apply the filter' }));
    expect(new URL(window.url()).search).toContain('severity=critical');
  });
});
