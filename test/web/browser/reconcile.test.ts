import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATE, feed, NOON } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { follow, inBrowser, inBrowserOnce, openWindow } from '../browser.ts';
import { underpaid } from '../findings-store.ts';
import { serveBooks, signIn } from './served-books.ts';

inBrowser('reconciling a date on the page', (engine) => {
  it('shows the steps as they are done, and leads to the new version', () => reconcileOnPage(engine, true));
});

inBrowserOnce('reconciling a date on the page without scripts', (engine) => {
  it('shows the steps when the page loads itself again', () => reconcileOnPage(engine, false));
});

async function reconcileOnPage(engine: Engine, javaScriptEnabled: boolean): Promise<void> {
  const { page, clock } = await serveBooks(engine);
  await feed(page.store, join(temporaryFolder(), 'late.ndjson'), underpaid('LATE000001', 700), NOON);
  clock.wind(4 * 3600);
  const window = await openWindow({ javaScriptEnabled });
  await window.goto(new URL(`/dates/BR/${DATE}`, page.url).href);
  await signIn(window, 'olga');
  await follow(window.getByRole('button', { name: 'Reconcile this date again' }));
  await window.waitForURL('**/data/runs/**');
  await window.locator('.badge.good').waitFor();
  await window.waitForLoadState();
  expect(await window.locator('main ol li').count()).toBeGreaterThan(1);
  await follow(window.locator(`main a[href^="/dates/BR/${DATE}"]`).first());
  expect(await window.locator('h1').innerText()).toBe('Brazil (BR), 19 November 2026');
  expect(await window.locator('main').innerText()).toContain('Version 2');
}
