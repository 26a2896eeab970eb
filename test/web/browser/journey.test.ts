/** The page as a person uses it, with a mouse: from signing in to a file, a decision and its approval. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DATE } from '../../export/books.ts';
import { findOffice, openInOffice } from '../../support/libreoffice.ts';
import { follow, inBrowser, openWindow } from '../browser.ts';
import { type ServedBooks, serveBooks, signIn } from './served-books.ts';

const heading = (window: Page) => window.locator('h1').innerText();

inBrowser('a day at the page', (engine) => {
  let books: ServedBooks;
  let olga: Page;
  let bruno: Page;
  beforeAll(async () => {
    books = await serveBooks(engine);
    [olga, bruno] = await Promise.all([openWindow(), openWindow()]);
  });
  const published = (file: string) => readFileSync(join(books.out, DATE, 'BR', 'v1', file));
  const at = (path: string) => new URL(path, books.page.url).href;

  it('begins with signing in, and leads to yesterday', async () => {
    await olga.goto(books.page.url);
    expect(await heading(olga)).toBe('Sign in');
    await signIn(olga, 'olga');
    expect(await heading(olga)).toBe('Overview');
    await follow(olga.getByRole('link', { name: /^19 Nov\b/ }).first());
    expect(await heading(olga)).toBe('Brazil (BR), 19 November 2026');
    expect(await olga.getByText('The totals tie').count()).toBe(1);
  });

  it('downloads the bytes of the published CSV', async () => {
    const got = await downloaded(olga, 'CSV Orders of the date');
    expect(got.suggestedFilename()).toBe(`orders-BR-${DATE}-v1.csv`);
    expect(readFileSync(await got.path()).equals(published('orders.csv'))).toBe(true);
  });

  it.skipIf(findOffice() === undefined)('downloads a workbook that LibreOffice opens', async () => {
    const got = await downloaded(olga, /^XLSX Amount mismatches/);
    const path = `${await got.path()}.xlsx`;
    await got.saveAs(path);
    const [sheets] = await openInOffice([path], undefined);
    const rows = sheets![0]!.rows;
    const lines = published('amount-mismatches.csv').toString('utf8').trim().split('\r\n');
    expect(rows.length).toBe(lines.length);
    expect(rows[0]!.map((cell) => cell!.value).join(',')).toBe(lines[0]!.replace('\uFEFF', ''));
  });

  it('opens a mismatch of the date, and shows the order of it', async () => {
    await follow(olga.getByRole('link', { name: /^Findings that need attention/ }));
    expect(await heading(olga)).toBe('Findings');
    await follow(olga.getByRole('link', { name: 'BIG0000001' }).first());
    expect(await heading(olga)).toBe('Order BIG0000001');
    const said = await olga.locator('main').innerText();
    expect(said).toMatch(/BRL\s200\.00 was requested, and BRL\s190\.00 was paid/);
  });

  it('resolves it there with a note, says so, and lists it no more', async () => {
    const finding = olga.locator('#AMOUNT_MISMATCH');
    await finding.getByLabel('Decision').selectOption('Resolve');
    await finding.getByLabel('Reason or note').fill('paid by bank transfer, receipt 4711');
    await follow(finding.getByRole('button', { name: 'Decide' }));
    await olga.waitForURL('**/findings/decided/**');
    expect(await heading(olga)).toBe('Decided');
    expect(await olga.getByRole('status').innerText()).toContain('Resolved: 1. Decided by olga.');
    await follow(olga.getByRole('link', { name: 'Back to the order' }));
    expect(await heading(olga)).toBe('Order BIG0000001');
    await olga.goto(at('/findings?code=AMOUNT_MISMATCH'));
    expect(await olga.getByRole('link', { name: 'BIG0000001' }).count()).toBe(0);
    expect(await olga.getByRole('link', { name: 'BIG0000002' }).count()).toBeGreaterThan(0);
  });

  it('asks for a write-off above the limit, which a second person approves in another browser', async () => {
    await choose(olga, 'BIG0000002');
    await decide(olga, 'Write off', 'too little to ask for');
    expect(await olga.locator('main').innerText()).toContain('These people may approve it: ana, bruno.');
    await bruno.goto(at('/findings'));
    await signIn(bruno, 'bruno');
    expect(await heading(bruno)).toBe('Findings');
    await follow(bruno.getByRole('link', { name: 'Waiting for approval' }));
    await choose(bruno, 'BIG0000002');
    await decide(bruno, 'Approve the write-off', '');
    expect(await bruno.getByRole('status').innerText()).toContain('Write-off approved: 1. Decided by bruno.');
    await olga.goto(at('/findings?state=written-off'));
    expect(await olga.locator('main').innerText()).toContain('too little to ask for');
  });

  it('switches to Arabic and back, on the same page', async () => {
    const before = olga.url();
    await follow(olga.getByRole('link', { name: 'العربية' }));
    expect(olga.url()).toBe(before);
    expect(await olga.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await heading(olga)).toBe('الملاحظات');
    await follow(olga.getByRole('link', { name: 'English' }));
    expect(await olga.locator('html').getAttribute('dir')).toBe('ltr');
    expect(olga.url()).toBe(before);
  });

  it('leads back to where a person was when the session has ended', async () => {
    const address = at('/findings?severity=high&text=BIG0000003');
    await olga.goto(address);
    books.clock.wind(31 * 60);
    await olga.reload();
    expect(await heading(olga)).toBe('Sign in');
    expect(await olga.getByRole('alert').innerText()).toContain('The session has ended.');
    await signIn(olga, 'olga');
    expect(olga.url()).toBe(address);
    expect(await olga.getByRole('link', { name: 'BIG0000003' }).count()).toBe(1);
  });

  it('does not lose the place when the session ends while a decision is written', async () => {
    await choose(olga, 'BIG0000003');
    await olga.getByLabel('Decision', { exact: true }).selectOption('Resolve');
    await olga.getByLabel('Reason or note').fill('written too slowly');
    books.clock.wind(31 * 60);
    await follow(olga.getByRole('button', { name: 'Decide about the chosen findings' }));
    await signIn(olga, 'olga');
    expect(await olga.locator('main').innerText()).toContain(
      'The session had ended, so nothing was decided.',
    );
    expect(await olga.getByRole('link', { name: 'BIG0000003' }).count()).toBe(1);
  });

  it("shows nothing at a colleague's address to who lacks the right", async () => {
    const [lia, vera] = await Promise.all([openWindow(), openWindow()]);
    const order = at('/order/M0001/BIG0000003');
    await lia.goto(order);
    await signIn(lia, 'lia');
    expect((await lia.goto(order))!.status()).toBe(404);
    expect(await lia.content()).not.toContain('200.00');
    expect((await lia.goto(at('/findings?text=BIG0000003')))!.status()).toBe(200);
    expect(await lia.getByRole('link', { name: 'BIG0000003' }).count()).toBe(0);
    await vera.goto(order);
    await signIn(vera, 'vera');
    expect(await heading(vera)).toBe('Order BIG0000003');
    for (const path of [order, at('/findings'), at(`/dates/BR/${DATE}`)]) {
      await vera.goto(path);
      expect(await vera.locator('form[method="post"]').count(), path).toBe(0);
    }
    expect((await vera.goto(at('/users')))!.status()).toBe(403);
  });
});

/** Clicks a link to a file. */
async function downloaded(window: Page, name: string | RegExp): Promise<Download> {
  const waiting = window.waitForEvent('download');
  await window.getByRole('link', { name, exact: true }).click();
  return waiting;
}

async function choose(window: Page, order: string): Promise<void> {
  await window.getByLabel(`Choose order ${order}`).first().check();
}

async function decide(window: Page, decision: string, text: string): Promise<void> {
  await window.getByLabel('Decision', { exact: true }).selectOption(decision);
  await window.getByLabel('Reason or note').fill(text);
  await follow(window.getByRole('button', { name: 'Decide about the chosen findings' }));
  await window.waitForURL('**/findings/decided/**');
}
