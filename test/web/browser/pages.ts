import type { Page } from 'playwright-core';
import { readUsers } from '../../../src/access/users.ts';
import { DATE } from '../../export/books.ts';
import type { ServedPage } from '../served-page.ts';

const ORDER = '/order/M0001/BIG0000001';

/** What an address gives that is no page to look at. */
const FILE = 'a file';
const REDIRECT = 'a redirect';

/** Examples of every address that is read, with data of {@link serveBooks}, or why there is none. */
export const EXAMPLES: Readonly<Record<string, readonly string[] | typeof FILE | typeof REDIRECT>> = {
  '/': ['/'],
  '/account': ['/account'],
  '/data': ['/data'],
  '/data/rejected': ['/data/rejected'],
  '/data/runs/:id': ['/data/runs/:id'],
  '/data/runs/:id/events': FILE,
  '/dates/:region/:date': [`/dates/BR/${DATE}`, '/dates/BR/2020-01-01'],
  '/dates/:region/:date/reports/:report': ['orders', 'findings', 'daily-summary', 'payments-summary'].map(
    (report) => `/dates/BR/${DATE}/reports/${report}`,
  ),
  '/download': REDIRECT,
  '/download/:region/:date/:version/:file': FILE,
  '/download/:region/:from/to/:to/:file': FILE,
  '/findings': ['/findings', '/findings?state=all&text=BIG', '/findings?severity=nonsense'],
  '/findings.csv': FILE,
  '/findings.excel-br.csv': FILE,
  '/findings.excel-eg.csv': FILE,
  '/findings.parquet': FILE,
  '/findings.xlsx': FILE,
  '/findings/confirm': ['/findings/confirm?text=BIG'],
  '/findings/decided/:entries': ['/findings/decided/:entries'],
  '/language/:language': REDIRECT,
  // Its records break rules of the interface.
  '/order': ['/order?merchant=M0001&order=..'],
  '/order/:merchant/:order': [ORDER],
  '/orders': ['/orders', '/orders?find=BIG'],
  '/sign-in': ['/sign-in'],
  '/sign-in/oidc': REDIRECT,
  '/sign-in/oidc/callback': REDIRECT,
  '/users': ['/users'],
  '/users/:user': ['/users/:user'],
};

/** Does by the page what its other pages show: decides, starts a run. Gives the examples with the names of what it made. */
export async function pagesToLookAt(window: Page, page: ServedPage): Promise<string[]> {
  const at = (path: string) => new URL(path, page.url).href;
  await window.goto(at('/findings?text=BIG0000004'));
  await window.locator('input[name="finding"]').first().check();
  await window.locator('#chosen-action').selectOption('write-off');
  await window.locator('#chosen-text').fill('too little to ask for');
  await window.locator('.deciding button').click();
  await window.waitForURL('**/findings/decided/**');
  const decided = new URL(window.url()).pathname;
  await window.goto(at(`/dates/BR/${DATE}`));
  await window.locator('form[action="/data/reconcile"] button').click();
  await window.waitForURL('**/data/runs/**');
  await window.locator('.badge.good').waitFor();
  const run = new URL(window.url()).pathname;
  const users = await page.store.session((session) => readUsers(session));
  const user = `/users/${users.find(({ name }) => name === 'vera')!.userId}`;
  const made: Readonly<Record<string, string>> = {
    '/findings/decided/:entries': decided,
    '/data/runs/:id': run,
    '/users/:user': user,
  };
  return Object.values(EXAMPLES)
    .filter((paths) => typeof paths !== 'string')
    .flat()
    .map((path) => made[path] ?? path);
}
