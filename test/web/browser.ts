import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined where there is none. Debian: apt-get install chromium. */
export const CHROMIUM = process.env['TEST_CHROMIUM'] ?? PLACES.find((path) => existsSync(path));

let started: Promise<Browser> | undefined;

/** A new window of the real browser, with nothing kept from another. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Page> {
  // As root, which CI may be, the browser starts only without its sandbox; it loads nothing but this page.
  started ??= chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
  const browser = await started;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return context.newPage();
}

afterAll(async () => {
  await (await started)?.close();
  started = undefined;
});
