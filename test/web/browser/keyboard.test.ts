/** The central steps without a mouse: what a person reaches with Tab, Enter, Space and `/`. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DATE } from '../../export/books.ts';
import { inBrowserOnce, openWindow } from '../browser.ts';
import { PASSWORD } from '../served-page.ts';
import { type ServedBooks, serveBooks } from './served-books.ts';

/** More than any page has places to reach. */
const MOST_STEPS = 600;

inBrowserOnce('the page by keyboard only', (engine) => {
  let books: ServedBooks;
  let window: Page;
  beforeAll(async () => {
    books = await serveBooks(engine);
    window = await openWindow();
    await window.goto(books.page.url);
  });
  const heading = () => window.locator('h1').innerText();
  const press = (key: string) => window.keyboard.press(key);
  const leave = async (key: string) => {
    await Promise.all([window.waitForEvent('load'), press(key)]);
  };

  it('signs in: the name has the focus already', async () => {
    await window.keyboard.type('olga');
    await press('Tab');
    await window.keyboard.type(PASSWORD);
    await leave('Enter');
    expect(await heading()).toBe('Overview');
  });

  it('skips the menu, and goes to yesterday', async () => {
    await press('Tab');
    expect(await focused(window)).toBe('Skip to the content');
    await press('Enter');
    await tabTo(window, /^19 Nov\b/);
    await leave('Enter');
    expect(await heading()).toBe('Brazil (BR), 19 November 2026');
  });

  it('downloads a file', async () => {
    const waiting = window.waitForEvent('download');
    await tabTo(window, /^CSV Orders of the date$/);
    await press('Enter');
    expect((await waiting).suggestedFilename()).toContain(`-BR-${DATE}-v1.csv`);
  });

  it('finds an order by its number behind /', async () => {
    await press('/');
    await window.keyboard.type('BIG0000001');
    await leave('Enter');
    await window.waitForLoadState();
    expect(await heading()).toContain('BIG0000001');
  });

  it('chooses a finding and resolves it', async () => {
    await tabTo(window, /^Findings$/);
    await leave('Enter');
    await tabTo(window, /^Choose order BIG0000001\b/);
    await press('Space');
    await tabTo(window, /^Decision$/);
    await window.keyboard.type('Res');
    await press('Tab');
    await window.keyboard.type('paid by bank transfer');
    await tabTo(window, /^Decide about the chosen findings$/);
    await leave('Enter');
    expect(await window.getByRole('status').innerText()).toContain('Resolved: 1. Decided by olga.');
  });

  it('shows where the focus is', async () => {
    await window.goto(new URL('/findings', books.page.url).href);
    for (let step = 0; step < 30; step += 1) {
      await press('Tab');
      const { name, outline } = await window.evaluate<Focus>(FOCUS);
      expect(outline, name).toBe('solid 3px');
    }
  });
});

interface Focus {
  readonly name: string;
  readonly outline: string;
}

/** What a screen reader calls the element with the focus, and how its outline is drawn. */
const FOCUS = `(() => {
  const element = document.activeElement;
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return { name: label.replace(/\\s+/g, ' ').trim(), outline: outlineStyle + ' ' + outlineWidth };
})()`;

async function focused(window: Page): Promise<string> {
  return (await window.evaluate<Focus>(FOCUS)).name;
}

/** Presses Tab until the focus is on the first element of a name. */
async function tabTo(window: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await window.keyboard.press('Tab');
    const here = await focused(window);
    if (name.test(here)) return;
    passed.push(here);
  }
  throw new Error(`${name} is not reached by Tab: ${passed.slice(0, 60).join(' | ')}`);
}
