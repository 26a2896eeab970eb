import { expect, it } from 'vitest';
import { changeUser, disableUser, enableUser } from '../../src/access/change-users.ts';
import { requireUser } from '../../src/access/users.ts';
import { now } from '../../src/clock.ts';
import { addSeconds } from '../../src/normalise/instant.ts';
import { USERS_TEXTS } from '../../src/texts/page/users-texts.ts';
import { SETTINGS } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { audited } from './audited.ts';
import { type Client, servePage } from './served-page.ts';
import { textOf } from './shown-html.ts';

onEngines('a user who is changed while the page is open', (engine) => {
  it('keeps a limit that a form does not show', async () => {
    const { page, bia, carla, store, seen } = await opened(engine);
    await changeUser(store, requestOf(), 'carla', { merchants: ['BR1000342'] });
    const answer = await bia.post(`${carla}/access`, withFields(seen, { role: 'approver', limit: 'all' }));
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(textOf(html)).toContain(USERS_TEXTS.en.changedMeanwhile);
    expect(html).toContain('BR1000342');
    expect(html).toContain(`href="${carla}"`);
    expect(await state(store)).toMatchObject({ role: 'operator', merchants: ['BR1000342'] });
    expect(await audited(page.store, 'user-role')).toEqual([]);
    // Sending it again does not do it either.
    const again = await bia.post(`${carla}/access`, withFields(seen, { role: 'approver', limit: 'all' }));
    expect(again.status).toBe(409);
    const fresh = { role: 'approver', limit: 'some', merchants: 'BR1000342' };
    expect((await bia.send(carla, `${carla}/access`, fresh)).status).toBe(303);
    expect(await state(store)).toMatchObject({ role: 'approver', merchants: ['BR1000342'] });
  });

  it('is not changed by a form that does not say what was shown', async () => {
    const { bia, carla, store, seen } = await opened(engine);
    seen.delete('seen');
    const answer = await bia.post(`${carla}/access`, withFields(seen, { role: 'admin', limit: 'all' }));
    expect(answer.status).toBe(409);
    expect(await state(store)).toMatchObject({ role: 'operator' });
  });

  it('is not enabled by a form from before others disabled the user anew', async () => {
    const { bia, carla, store } = await opened(engine);
    await disableUser(store, requestOf(), 'carla');
    const seen = await formOf(bia, carla, 'enable');
    await enableUser(store, requestOf(1), 'carla');
    await disableUser(store, requestOf(2), 'carla');
    const answer = await bia.post(`${carla}/enable`, seen);
    expect([answer.status, textOf(await answer.text())]).toEqual([
      409,
      expect.stringContaining(USERS_TEXTS.en.disabled),
    ]);
    expect((await state(store)).disabledAt).toBeDefined();
    expect((await bia.send(carla, `${carla}/enable`, {})).status).toBe(303);
    expect((await state(store)).disabledAt).toBeUndefined();
  });

  it('is disabled, signed out and given a password by any form, since that gives no access back', async () => {
    const { bia, carla, store } = await opened(engine);
    const forms = ['password', 'sign-out', 'disable'] as const;
    const seen = await Promise.all(forms.map((name) => formOf(bia, carla, name)));
    await changeUser(store, requestOf(), 'carla', { role: 'viewer', merchants: ['BR1000342'] });
    const statuses: number[] = [];
    for (const [at, name] of forms.entries())
      statuses.push((await bia.post(`${carla}/${name}`, seen[at]!)).status);
    expect(statuses).toEqual([200, 303, 303]);
    const { disabledAt, merchants } = await state(store);
    expect([disabledAt === undefined, merchants]).toEqual([false, ['BR1000342']]);
  });

  it('is shown as changed in each language', async () => {
    const { bia, carla, store, seen } = await opened(engine);
    await changeUser(store, requestOf(), 'carla', { role: 'viewer' });
    for (const language of ['en', 'pt', 'ar'] as const) {
      const fields = withFields(seen, { role: 'approver', limit: 'all' });
      const answer = await bia.post(`${carla}/access`, fields, { 'Accept-Language': language });
      const html = await answer.text();
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toContain(USERS_TEXTS[language].notChanged);
      expect(html).toContain(`href="/language/${language}?back=${encodeURIComponent(carla)}"`);
    }
  });
});

/** Two admins and carla, an operator of all merchants, whose page the second admin has open. */
async function opened(engine: Engine) {
  const page = await servePage(await engine.emptied(), SETTINGS, { out: 'reports' });
  await page.addUser('ana', 'admin');
  await page.addUser('bia', 'admin');
  await page.addUser('carla', 'operator');
  const { store } = page;
  const bia = await page.signedIn('bia');
  const carla = `/users/${(await state(store)).userId}`;
  return { page, store, bia, carla, seen: await formOf(bia, carla, 'access') };
}

type Stored = Parameters<typeof changeUser>[0];

function state(store: Stored) {
  return store.session((session) => requireUser(session, 'carla'));
}

function requestOf(seconds = 0) {
  return { at: addSeconds(now(), seconds), who: 'ana' };
}

/** The hidden fields of a form of a page, as a browser keeps them while the page is open. */
async function formOf(client: Client, page: string, action: string): Promise<URLSearchParams> {
  const html = await (await client.get(page)).text();
  const form = html.split('<form ').find((one) => one.includes(`action="${page}/${action}"`))!;
  const hidden = form.split('</form>')[0]!.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return new URLSearchParams([...hidden].map(([, name, value]): [string, string] => [name!, value!]));
}

function withFields(form: URLSearchParams, fields: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams([...form, ...Object.entries(fields)]);
}
