import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import { type Engine, onEmbedded, onEngines } from '../support/engines.ts';
import { CHROMIUM } from './chromium.ts';

/** Ends what hangs; no step fails because a machine is slow. */
const LONGEST_MILLISECONDS = 600_000;

let started: Promise<Browser> | undefined;

/** A new window of the real browser, with nothing kept from another. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Page> {
  // As root, which CI may be, the browser starts only without its sandbox; it loads nothing but this page.
  started ??= chromium.launch({
    executablePath: CHROMIUM!,
    args: ['--no-sandbox', '--disable-gpu'],
    timeout: LONGEST_MILLISECONDS,
  });
  const browser = await started;
  const context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 900 }, locale: 'en-GB' },
    ...options,
  });
  context.setDefaultTimeout(LONGEST_MILLISECONDS);
  return context.newPage();
}

/** Clicks what leads to another page, and waits until it is shown. */
export async function follow(link: Locator): Promise<void> {
  await Promise.all([link.page().waitForEvent('load'), link.click()]);
}

/** Tests in the real browser, on the engines in turn. They are skipped where there is no browser. */
export function inBrowser(title: string, define: (engine: Engine) => void): void {
  describe.skipIf(CHROMIUM === undefined)(title, () => onEngines('in Chromium', define));
}

/** Tests in the real browser whose results no engine changes. */
export function inBrowserOnce(title: string, define: (engine: Engine) => void): void {
  describe.skipIf(CHROMIUM === undefined)(title, () => onEmbedded('in Chromium', define));
}

afterAll(async () => {
  await (await started)?.close();
  started = undefined;
});
