import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a window says in its console and throws, but for the answers that are errors on purpose (404). */
export function listen(window: Page): string[] {
  const said: string[] = [];
  window.on('console', (message) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !text.includes('Failed to load resource'))
      said.push(`${message.location().url} ${text}`);
  });
  window.on('pageerror', (error) => said.push(String(error)));
  return said;
}

/** What axe-core finds on the page, with the first place of each. */
export async function violations(window: Page): Promise<string[]> {
  // Given to the browser by the debugger, which the page's policy does not concern.
  await window.evaluate(AXE);
  return window.evaluate<string[]>(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.length + ': ' + nodes[0].html.slice(0, 200) + ' ' +
      nodes[0].failureSummary))`);
}

/** How many pixels the document is wider than the window, and what sticks out; undefined if nothing does. */
export function widerThanWindow(window: Page): Promise<string | undefined> {
  return window.evaluate<string | undefined>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return undefined;
    const wide = [...document.querySelectorAll('main *, header *')].filter((one) =>
      one.closest('.scroll') === null && one.getBoundingClientRect().right > clientWidth + 1);
    return scrollWidth - clientWidth + 'px: ' + wide.slice(-3).map((one) => one.outerHTML.slice(0, 120)).join(' ');
  })()`);
}

/** Headings and cells of tables that are shown, but not within the page's width, in the media that is emulated; undefined if all are. */
export function outsidePaper(window: Page): Promise<string | undefined> {
  return window.evaluate<string | undefined>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isOutside = (one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < -1 || right > clientWidth + 1;
    };
    const cells = [...document.querySelectorAll('main th, main td')];
    const cut = cells.filter(isOutside).map((one) => one.outerHTML.slice(0, 120));
    if (scrollWidth > clientWidth) cut.push('the page is ' + (scrollWidth - clientWidth) + 'px wider than paper');
    return cut.length === 0 ? undefined : cut.length + ': ' + cut.slice(0, 3).join(' ');
  })()`);
}
