import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { LARGEST_FORM_BYTES } from '../../src/web/checked-form.ts';
import { ROUTES } from '../../src/web/routes.ts';
import { SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { type RawAnswer, rawGet } from './raw-request.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const POSTS = ROUTES.filter(({ method }) => method === 'POST');

/** Routes that do what they say with any form of the session. */
const NEVER_MISTAKEN = ['/sign-out', '/account/sign-out-everywhere'];

onEngines('the language links of the answer to a form', (engine) => {
  let page: ServedPage;
  let ana: Client;
  let token: string;
  let carla: string;
  beforeAll(async () => {
    page = await servePage(await engine.open(), SETTINGS, { out: 'reports' });
    await page.addUser('ana', 'admin');
    await page.addUser('carla', 'viewer');
    ana = await page.signedIn('ana');
    token = /name="form_token" value="([^"]+)"/.exec(await (await ana.get('/account')).text())![1]!;
    carla = /href="\/users\/(\d+)"><bdi>carla</.exec(await (await ana.get('/users')).text())![1]!;
  });

  for (const { path, right, largestFormBytes = LARGEST_FORM_BYTES } of POSTS) {
    it(`lead from POST ${path} to a page that there is`, async () => {
      const unknown = path.replaceAll(/:\w+/g, '999');
      const known = path.replace(':user', carla);
      const wrong = new URLSearchParams({ form_token: 'x', form_id: randomUUID() });
      await expectPage(await page.client().post(unknown, new URLSearchParams()), page.client());
      await expectPage(await ana.post(known, wrong));
      const tooLarge = { 'Content-Length': String(largestFormBytes + 1) };
      await expectPage(await rawGet(page.url, known, tooLarge, { method: 'POST' }));
      if (right === 'public' || NEVER_MISTAKEN.includes(path)) return;
      const empty = new URLSearchParams({ form_token: token, form_id: randomUUID() });
      await expectPage(await ana.post(unknown, empty));
      if (!/^\/users\/:user\/(password|disable|sign-out)$/.test(path))
        await expectPage(await ana.post(known, empty));
    });
  }

  it('lead from an error about a user to that user', async () => {
    const fields = { role: 'viewer', limit: 'some', merchants: '' };
    const answer = await ana.send(`/users/${carla}`, `/users/${carla}/access`, fields);
    expect([answer.status, backOf(await answer.text())]).toEqual([400, `/users/${carla}`]);
  });

  it.each([
    ['/nothing', '/'],
    ['/nothing/of/this', '/'],
    ['/account/tokens', '/account'],
    ['/account/tokens/999/revoke', '/account'],
    ['/users', '/users'],
    ['/users/999/enable', '/users'],
    ['/sign-out', '/'],
    ['/sign-in', '/sign-in'],
    ['/findings/decide', '/findings'],
  ])('lead from an error of %s to %s', async (address, back) => {
    const form = new URLSearchParams({ form_token: token, form_id: randomUUID() });
    if (address === '/sign-out') form.set('form_token', 'x');
    expect(backOf(await (await ana.post(address, form)).text())).toBe(back);
  });

  it('lead from a page that is not there to itself, since it says so in each language', async () => {
    expect(backOf(await (await ana.get('/users/999?a=b')).text())).toBe('/users/999?a=b');
  });

  async function expectPage(answer: Response | RawAnswer, visitor = ana): Promise<void> {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const back = backOf(typeof answer.text === 'string' ? answer.text : await answer.text());
    const chosen = await visitor.get(`/language/en?back=${encodeURIComponent(back)}`);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, back]);
    const shown = await visitor.get(back);
    expect([200, 303], `a ${answer.status} leads to ${back}`).toContain(shown.status);
    expect(shown.headers.get('content-type') ?? 'text/html', back).toContain('text/html');
  }
});

/** Where the link to English leads. */
function backOf(html: string): string {
  return decodeURIComponent(/href="\/language\/en\?back=([^"]+)"/.exec(html)![1]!);
}
