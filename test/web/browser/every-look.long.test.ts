/** Every page on desk and phone, light and dark, in all languages: axe-core finds nothing, and nothing is too wide. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PAGE_LANGUAGES } from '../../../src/web/parts/page-languages.ts';
import { inTurn } from '../../support/in-turn.ts';
import { inBrowserOnce, openWindow } from '../browser.ts';
import { violations, widerThanWindow } from './every-page.ts';
import { pagesToLookAt } from './pages.ts';
import { type ServedBooks, serveBooks, signIn } from './served-books.ts';

const DESK = 1280;
const PHONE = 390;
const WIDTHS = [DESK, 640, PHONE, 320];

const LOOKS = PAGE_LANGUAGES.flatMap((language) =>
  (['light', 'dark'] as const).map((colorScheme) => [language, colorScheme] as const),
);

inBrowserOnce('every page', (engine) => {
  let books: ServedBooks;
  let window: Page;
  let paths: string[];
  beforeAll(async () => {
    books = await serveBooks(engine);
    window = await openWindow();
    await window.goto(at('/sign-in'));
    await signIn(window, 'ana');
    paths = await pagesToLookAt(window, books.page);
  });
  const at = (path: string) => new URL(path, books.page.url).href;

  it.each(inTurn(LOOKS))('is accessible and fits in %s, %s', async (language, colorScheme) => {
    await window.emulateMedia({ colorScheme });
    await window.goto(at(`/language/${language}`));
    const found: string[] = [];
    for (const path of paths) {
      await window.goto(at(path));
      for (const width of WIDTHS) {
        await window.setViewportSize({ width, height: 900 });
        // What is shown changes with the two widths only.
        const own = width === DESK || width === PHONE ? await violations(window) : [];
        const wide = await widerThanWindow(window);
        found.push(...[...own, wide ?? []].flat().map((one) => `${width} ${path} ${one}`));
      }
    }
    expect(found).toEqual([]);
  });
});
