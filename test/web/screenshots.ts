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
  /** Heights of the picture at 1280 and at 390 pixels. */
  readonly heights: readonly [number, number];
  /** What is done before the picture is taken. */
  prepare?(page: Page): Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'overview', address: '/', heights: [1000, 900] },
  { name: 'overview-dark', address: '/', heights: [1000, 900], options: { colorScheme: 'dark' } },
  { name: 'date', address: DATE, heights: [1000, 900] },
  {
    name: 'reports',
    address: DATE,
    heights: [800, 900],
    prepare: (page) => page.locator('#reports').evaluate((heading) => heading.scrollIntoView()),
  },
  { name: 'findings', address: '/findings?severity=high&severity=critical', heights: [1000, 900] },
  { name: 'order', address: ORDER, heights: [1000, 900] },
  { name: 'findings-arabic', address: '/findings', heights: [1000, 900], options: { locale: 'ar-EG' } },
  { name: 'decide', address: FINDING, heights: [700, 800], prepare: fillIn },
  { name: 'decided', address: FINDING, heights: [700, 800], prepare: resolveFinding },
];

/** Chooses the finding and fills in the form; at the second width it is resolved already, and can be reopened. */
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

/** Resolves the finding; at the second width the same decision is shown. */
async function resolveFinding(page: Page): Promise<void> {
  if (decidedAddress !== undefined) {
    await page.goto(decidedAddress);
    return;
  }
  await fillIn(page);
  await page.getByRole('button', { name: 'Decide about the chosen findings' }).click();
  await page.waitForURL('**/findings/decided/**');
  decidedAddress = page.url();
}
let decidedAddress: string | undefined;

const folder = mkdtempSync(join(tmpdir(), 'payin-recon-screenshots-'));
const demo = spawn(
  process.execPath,
  ['src/cli/main.ts', 'demo', '--serve', '--out', join(folder, 'demo'), '--listen', '127.0.0.1:0'],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
);
const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const { url, password } = await announced(demo);
  mkdirSync(images, { recursive: true });
  for (const width of [1280, 390]) await takeAll(browser, { url, password, width });
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

async function takeAll(
  opened: Browser,
  { url, password, width }: Served & { readonly width: number },
): Promise<void> {
  for (const { name, address, options, heights, prepare } of PICTURES) {
    const height = heights[width === 1280 ? 0 : 1];
    const context = await opened.newContext({ locale: 'en-GB', ...options, viewport: { width, height } });
    const page = await context.newPage();
    await page.goto(new URL(`/sign-in?then=${encodeURIComponent(address.split('#')[0]!)}`, url).href);
    await page.locator('#name').fill('ana');
    await page.locator('#password').fill(password);
    await page.locator('#password').press('Enter');
    await page.waitForURL((found) => found.pathname !== '/sign-in');
    await prepare?.(page);
    const bytes = await page.screenshot({ animations: 'disabled' });
    writeFileSync(join(images, `page-${name}-${width}.png`), withPalette(bytes));
    await context.close();
  }
}
