/**
 * Makes the pictures of docs/guides/page.md from the demo's data: `npm run screenshots`. They are no part of the tests,
 * since every browser draws letters a little differently. Look at each before you commit it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from './chromium.ts';
import { withPalette } from './png-palette.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const images = join(root, 'docs/images');
const MOST_BYTES = 200_000;

/** The order of docs/start.md: paid in centavos where the whole amount was requested. */
const ORDER = '/order/BR1000342/JMD261119AGE0000EM';
const FINDING = '/findings?text=JMD261119AGE0000EM&severity=high&state=all';
const DATE = '/dates/BR/2026-11-19';

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly options?: BrowserContextOptions;
  readonly height: number;
  /** Height of a second picture, as a phone shows the page. */
  readonly phoneHeight?: number;
  /** What is done before the picture is taken. */
  prepare?(page: Page): Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'overview', address: '/', height: 1000, phoneHeight: 800 },
  { name: 'overview-dark', address: '/', height: 1000, options: { colorScheme: 'dark' } },
  { name: 'date', address: DATE, height: 1000, phoneHeight: 800 },
  {
    name: 'reports',
    address: DATE,
    height: 700,
    prepare: (page) => page.locator('#reports').evaluate((heading) => heading.scrollIntoView()),
  },
  { name: 'findings', address: '/findings?severity=high&severity=critical', height: 1100 },
  { name: 'order', address: ORDER, height: 1000, phoneHeight: 800 },
  { name: 'findings-arabic', address: '/findings', height: 1100, options: { locale: 'ar-EG' } },
  { name: 'decide', address: FINDING, height: 450, prepare: fillIn },
  { name: 'decided', address: FINDING, height: 520, prepare: resolveFinding },
];

/** Chooses the finding and fills in the form. */
async function fillIn(page: Page): Promise<void> {
  await page.locator('input[name="finding"]').first().check();
  await page.getByLabel('Decision', { exact: true }).selectOption('resolve');
  await page
    .getByLabel('Reason or note')
    .fill('Our request was in the wrong unit. Corrected with the merchant, ticket 4711.');
  await page
    .locator('.scroll')
    .last()
    .evaluate((list) => list.scrollIntoView());
}

async function resolveFinding(page: Page): Promise<void> {
  await fillIn(page);
  await page.getByRole('button', { name: 'Decide about the chosen findings' }).click();
  await page.waitForURL('**/findings/decided/**');
}

const folder = mkdtempSync(join(tmpdir(), 'payin-recon-screenshots-'));
const demo = spawn(
  process.execPath,
  ['src/cli/main.ts', 'demo', '--serve', '--out', join(folder, 'demo'), '--listen', '127.0.0.1:0'],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
);
const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const served = await announced(demo);
  mkdirSync(images, { recursive: true });
  for (const picture of PICTURES) {
    await take(browser, served, picture, { width: 1280, height: picture.height });
    if (picture.phoneHeight !== undefined)
      await take(browser, served, picture, { width: 390, height: picture.phoneHeight });
  }
} finally {
  await browser.close();
  demo.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
for (const name of readdirSync(images)) {
  const { size } = statSync(join(images, name));
  console.log(`${name} ${size}${size > MOST_BYTES ? ' TOO LARGE' : ''}`);
}

interface Served {
  readonly url: string;
  readonly password: string;
}

/** Where the demo serves its page, and how to sign in. */
async function announced(child: ChildProcess): Promise<Served> {
  let said = '';
  for await (const text of child.stdout!.setEncoding('utf8')) {
    said += text;
    const found = /The page is at (\S+)\nSign in as .* with the password (\S+)\n/.exec(said);
    if (found !== null) return { url: found[1]!, password: found[2]! };
  }
  throw new Error(`the demo ended: ${said}`);
}

async function take(
  opened: Browser,
  { url, password }: Served,
  { name, address, options, prepare }: Picture,
  viewport: { readonly width: number; readonly height: number },
): Promise<void> {
  const context = await opened.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options, viewport });
  const page = await context.newPage();
  await page.goto(new URL(`/sign-in?then=${encodeURIComponent(address)}`, url).href);
  await page.locator('#name').fill('ana');
  await page.locator('#password').fill(password);
  await page.locator('#password').press('Enter');
  await page.waitForURL((found) => found.pathname !== '/sign-in');
  await prepare?.(page);
  const bytes = await page.screenshot({ animations: 'disabled' });
  writeFileSync(join(images, `page-${name}-${viewport.width}.png`), withPalette(bytes));
  await context.close();
}
