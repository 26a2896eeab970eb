import { expect, it } from 'vitest';
import { SETTINGS } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { audited } from './audited.ts';
import { woundClock } from './clock.ts';
import { PASSWORD, type ServedPage, servePage } from './served-page.ts';

const NEW_PASSWORD = 'meadow-compass-1904';

async function served(engine: Engine, clock = woundClock()): Promise<ServedPage> {
  const page = await servePage(await engine.emptied(), SETTINGS, { out: 'reports', at: clock.at });
  await page.addUser('ana', 'operator', ['M0001', 'a & b']);
  return page;
}

onEngines('the account', (engine) => {
  it('shows name, role, merchants and sessions, in each language', async () => {
    const page = await served(engine);
    const ana = await page.signedIn('ana');
    await page.signedIn('ana');
    const text = await (await ana.get('/account', { 'User-Agent': 'Firefox <140>' })).text();
    expect(text).toContain('<bdi>ana</bdi>');
    expect(text).toContain('Operator');
    expect(text).toContain('a &amp; b');
    expect(text.match(/127\.0\.0\.1<\/bdi>/g)?.length).toBe(2);
    expect(text.match(/>this one</g)?.length).toBe(1);
    expect(text).toContain('12:00:00 UTC');
    await ana.get('/language/pt?back=/account');
    expect(await (await ana.get('/account')).text()).toContain('Operador');
    await ana.get('/language/ar?back=/account');
    expect(await (await ana.get('/account')).text()).toContain('كل الجلسات');
  });

  it('signs out, and the session is worth nothing any more', async () => {
    const page = await served(engine);
    const ana = await page.signedIn('ana');
    const token = ana.cookies.get('payin-recon')!;
    const answer = await ana.send('/account', '/sign-out', {});
    expect(answer.headers.get('location')).toBe('/sign-in?out');
    expect(ana.cookies.has('payin-recon')).toBe(false);
    expect(await (await ana.get('/sign-in?out')).text()).toContain('You have signed out.');
    ana.cookies.set('payin-recon', token);
    expect((await ana.get('/account')).headers.get('location')).toBe('/sign-in?then=%2Faccount');
    expect(await audited(page.store, 'sign-out')).toEqual(['ana: sign-out {"sessions_ended":1}']);
  });

  it('signs out everywhere', async () => {
    const page = await served(engine);
    const [here, there] = [await page.signedIn('ana'), await page.signedIn('ana')];
    await here.send('/account', '/account/sign-out-everywhere', {});
    expect((await here.get('/account')).status).toBe(303);
    expect((await there.get('/account')).status).toBe(303);
  });

  it('changes the password and ends the other sessions', async () => {
    const page = await served(engine);
    const [here, there] = [await page.signedIn('ana'), await page.signedIn('ana')];
    const before = here.cookies.get('payin-recon');
    const fields = { password: PASSWORD, new_password: NEW_PASSWORD, again: NEW_PASSWORD };
    const answer = await here.send('/account', '/account/password', fields);
    expect(answer.headers.get('location')).toBe('/account?changed');
    expect(await (await here.get('/account?changed')).text()).toContain('The password was changed.');
    expect(here.cookies.get('payin-recon')).not.toBe(before);
    expect((await there.get('/account')).status).toBe(303);
    await expect(page.signedIn('ana')).rejects.toThrow('401');
    const again = page.client();
    await again.send('/sign-in', '/sign-in', { name: 'ana', password: NEW_PASSWORD });
    expect((await again.get('/account')).status).toBe(200);
    expect(await audited(page.store, 'user-password')).toEqual([
      'ana: user-password {"user":"ana","sessions_ended":2}',
    ]);
  });

  it('keeps the password where the present one is wrong, the new ones differ, or the new one is weak', async () => {
    const page = await served(engine);
    const ana = await page.signedIn('ana');
    const change = async (password: string, wanted: string, again = wanted) => {
      const fields = { password, new_password: wanted, again };
      const answer = await ana.send('/account', '/account/password', fields);
      return [answer.status, await answer.text()] as const;
    };
    const [wrong, wrongText] = await change('not-the-password', NEW_PASSWORD);
    expect([wrong, wrongText.includes('current password is wrong')]).toEqual([401, true]);
    const [differ, differText] = await change(PASSWORD, NEW_PASSWORD, `${NEW_PASSWORD}x`);
    expect([differ, differText.includes('differ')]).toEqual([400, true]);
    const [weak, weakText] = await change(PASSWORD, 'ana-ana-ana-ana');
    expect([weak, weakText.includes('PASSWORD_REFUSED')]).toEqual([400, true]);
    expect(weakText).not.toContain('ana-ana-ana-ana');
    await page.signedIn('ana');
  });

  it('lets the present password be tried no more often than at a sign-in', async () => {
    const page = await served(engine);
    const ana = await page.signedIn('ana');
    const fields = { password: 'guess-after-guess', new_password: NEW_PASSWORD, again: NEW_PASSWORD };
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await ana.send('/account', '/account/password', fields)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const last = await ana.send('/account', '/account/password', fields);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('makes an access token, shows it once, and revokes it', async () => {
    const clock = woundClock();
    const page = await served(engine, clock);
    const ana = await page.signedIn('ana');
    const made = await ana.send('/account', '/account/tokens"', { name: 'nightly <copy>', days: '30' });
    expect(made.status).toBe(200);
    expect(made.headers.get('location')).toBeNull();
    const [token = ''] = /pr_[\w-]{43}/.exec(await made.text()) ?? [];
    const listed = await (await ana.get('/account')).text();
    expect(listed).toContain('nightly &lt;copy&gt;');
    expect(listed).not.toContain(token);
    const script = page.client();
    const use = () => script.get('/account', { Authorization: `Bearer ${token}` });
    expect((await use()).status).toBe(200);
    clock.wind(31 * 86_400);
    expect((await use()).status).toBe(303);
    clock.wind(-31 * 86_400);
    await ana.send('/account', '/account/tokens/', {});
    expect((await use()).status).toBe(303);
    expect(await (await ana.get('/account')).text()).toContain('revoked');
  });

  it('makes one token of a form that is sent twice, and shows nothing at the second time', async () => {
    const page = await served(engine);
    const ana = await page.signedIn('ana');
    const text = await (await ana.get('/account')).text();
    const form = text.slice(text.indexOf('action="/account/tokens"'));
    const hidden = [...form.matchAll(/name="form_\w+" value="([^"]+)"/g)];
    const fields = new URLSearchParams({
      ...{ form_token: hidden[0]![1]!, form_id: hidden[1]![1]! },
      ...{ name: 'nightly', days: '30' },
    });
    expect((await ana.post('/account/tokens', fields)).status).toBe(200);
    const second = await ana.post('/account/tokens', fields);
    expect([second.status, second.headers.get('location')]).toEqual([303, '/account']);
    expect(await audited(page.store, 'token-make')).toHaveLength(1);
  });

  it('refuses days and names that cannot be', async () => {
    const page = await served(engine);
    const ana = await page.signedIn('ana');
    const make = async (name: string, days: string) =>
      (await ana.send('/account', '/account/tokens"', { name, days })).status;
    expect(await make('x', '366')).toBe(400);
    expect(await make('x', '0')).toBe(400);
    expect(await make('x', '-1')).toBe(400);
    expect(await make('x', '1e2')).toBe(400);
    expect(await make(' ', '10')).toBe(400);
    expect(await make('a\u202eb', '10')).toBe(400);
    expect(await make('x', '365')).toBe(200);
  });

  it('does not revoke the token of somebody else', async () => {
    const page = await served(engine);
    await page.addUser('bruno', 'admin');
    const [ana, bruno] = [await page.signedIn('ana'), await page.signedIn('bruno')];
    await ana.send('/account', '/account/tokens"', { name: 'nightly', days: '30' });
    const [, id] = /\/account\/tokens\/(\d+)\/revoke/.exec(await (await ana.get('/account')).text())!;
    await bruno.send('/account', '/account/tokens"', { name: 'other', days: '30' });
    const text = await (await bruno.get('/account')).text();
    const own = /\/account\/tokens\/(\d+)\/revoke/.exec(text)![1];
    const [, token, , form] = /form_token" value="([^"]+)"(.|\n)*?form_id" value="([^"]+)"/.exec(text)!;
    const fields = new URLSearchParams({ form_token: token!, form_id: form! });
    expect(own).not.toBe(id);
    expect((await bruno.post(`/account/tokens/${id}/revoke`, fields)).status).toBe(400);
    expect(await audited(page.store, 'token-revoke')).toEqual([]);
  });
});
