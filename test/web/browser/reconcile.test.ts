import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATE, feed, NOON } from '../../export/books.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inBrowser, openWindow } from '../browser.ts';
import { underpaid } from '../findings-store.ts';
import { serveBooks, signIn } from './served-books.ts';

inBrowser('reconciling a date on the page', (engine) => {
  it.each([true, false])('shows the steps, and leads to the new version (scripts: %s)', async (scripts) => {
    const { page, clock } = await serveBooks(engine);
    await feed(page.store, join(temporaryFolder(), 'late.ndjson'), underpaid('LATE000001', 700), NOON);
    clock.wind(4 * 3600);
    const window = await openWindow({ javaScriptEnabled: scripts });
    await window.goto(new URL(`/dates/BR/${DATE}`, page.url).href);
    await signIn(window, 'olga');
    await window.getByRole('button', { name: 'Reconcile this date again' }).click();
    await window.waitForURL('**/data/runs/**');
    // The list grows, and the page shows itself again at the end: by the script, or after some seconds.
    await window.locator('.badge.good').waitFor();
    expect(await window.locator('main ol li').count()).toBeGreaterThan(1);
    await window.locator(`main a[href^="/dates/BR/${DATE}"]`).first().click();
    expect(await window.locator('h1').innerText()).toBe('Brazil (BR), 19 November 2026');
    expect(await window.locator('main').innerText()).toContain('Version 2');
  });
});
