/** What holds for every page of ROUTES. A width of 320 pixels is a desk's at a zoom of 400 %. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ROUTES } from '../../../src/web/routes.ts';
import { DATE } from '../../export/books.ts';
import { inBrowserOnce, openWindow } from '../browser.ts';
import { listen, outsidePaper, violations, widerThanWindow } from './every-page.ts';
import { EXAMPLES, pagesToLookAt } from './pages.ts';
import { type ServedBooks, serveBooks, signIn } from './served-books.ts';

it('has an example of every address that is read', () => {
  const read = new Set(ROUTES.filter(({ method }) => method === 'GET').map(({ path }) => path));
  expect(Object.keys(EXAMPLES).sort()).toEqual([...read].sort());
});

inBrowserOnce('every page', (engine) => {
  let books: ServedBooks;
  let window: Page;
  let said: string[];
  let paths: string[];
  beforeAll(async () => {
    books = await serveBooks(engine);
    window = await openWindow();
    said = listen(window);
    await window.goto(at('/sign-in'));
    await signIn(window, 'ana');
    paths = await pagesToLookAt(window, books.page);
  });
  const at = (path: string) => new URL(path, books.page.url).href;

  it.each([
    [320, 'ar'],
    [390, 'en'],
  ] as const)('fits into a window of %s pixels in %s', async (width, language) => {
    await window.setViewportSize({ width, height: 800 });
    await window.goto(at(`/language/${language}`));
    const wide: string[] = [];
    for (const path of paths) {
      await window.goto(at(path));
      const found = await widerThanWindow(window);
      if (found !== undefined) wide.push(`${path} ${found}`);
    }
    expect(wide).toEqual([]);
  });

  it('is accessible, as far as axe-core sees', async () => {
    await window.setViewportSize({ width: 1280, height: 900 });
    const found: string[] = [];
    for (const path of paths) {
      await window.goto(at(path));
      found.push(...(await violations(window)).map((one) => `${path} ${one}`));
    }
    expect(found).toEqual([]);
  });

  it('says nothing in the console: the content security policy holds', () => {
    expect(said).toEqual([]);
  });

  it.each([
    [718, 'en'],
    [718, 'ar'],
    [1047, 'pt'],
  ] as const)('prints every column on paper %s pixels wide in %s', async (width, language) => {
    await window.goto(at(`/language/${language}`));
    await window.emulateMedia({ media: 'print' });
    await window.setViewportSize({ width, height: 1000 });
    const cut: string[] = [];
    for (const path of paths) {
      await window.goto(at(path));
      const found = await outsidePaper(window);
      if (found !== undefined) cut.push(`${path} ${found}`);
    }
    await window.emulateMedia({ media: 'screen' });
    expect(cut).toEqual([]);
  });

  it('says on paper that a wide report has more columns, and not on the screen', async () => {
    await window.goto(at('/language/en'));
    await window.goto(at(`/dates/BR/${DATE}/reports/orders`));
    const line = window.getByText('Not all columns fit on paper.');
    expect(await line.isVisible()).toBe(false);
    await window.emulateMedia({ media: 'print' });
    expect(await line.isVisible()).toBe(true);
    await window.goto(at(`/dates/BR/${DATE}/reports/payments-summary`));
    expect(await line.count()).toBe(0);
    await window.emulateMedia({ media: 'screen' });
  });

  it('prints of the choices of a filter only those that were taken', async () => {
    await window.goto(at('/language/en'));
    await window.emulateMedia({ media: 'print' });
    const shown = async (path: string) => {
      await window.goto(at(path));
      return window.locator('.findings-filter label.check').filter({ visible: true }).allInnerTexts();
    };
    expect(await shown('/findings')).toEqual([]);
    expect(await shown('/findings?severity=high')).toEqual(['high']);
    await window.emulateMedia({ media: 'screen' });
  });

  it('prints figures without menus', async () => {
    await window.goto(at('/language/en'));
    await window.emulateMedia({ media: 'print' });
    for (const [path, figure] of [
      ['/', /BRL\s[\d,]+\.\d\d/],
      [`/dates/BR/${DATE}`, /BRL\s[\d,]+\.\d\d/],
    ] as const) {
      await window.goto(at(path));
      expect(await window.locator('main').innerText()).toMatch(figure);
      expect(await window.locator('header.top').isVisible(), path).toBe(false);
      for (const button of await window.locator('button').all()) expect(await button.isVisible()).toBe(false);
      expect(await window.locator('main table').first().isVisible()).toBe(true);
    }
    await window.emulateMedia({ media: 'screen' });
  });
});
