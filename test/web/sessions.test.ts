import { expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { SETTINGS } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { audited } from './audited.ts';
import { woundClock } from './clock.ts';
import { rawGet } from './raw-request.ts';
import { PASSWORD, type ServedPage, servePage } from './served-page.ts';

const COOKIE = 'payin-recon';

async function served(engine: Engine, clock = woundClock(), settings = SETTINGS): Promise<ServedPage> {
  const page = await servePage(await engine.emptied(), settings, { out: 'reports', at: clock.at });
  await page.addUser('ana', 'viewer');
  return page;
}

onEngines('a session', (engine) => {
  it('has a new token at every sign-in, whatever token the browser had', async () => {
    const page = await served(engine);
    const browser = page.client();
    browser.cookies.set(COOKIE, 'a-token-that-somebody-else-has-set');
    await browser.send('/sign-in', '/sign-in', { name: 'ana', password: PASSWORD });
    const first = browser.cookies.get(COOKIE)!;
    expect(first).toMatch(/^[\w-]{43}$/);
    const form = page.client();
    const text = await (await form.get('/sign-in')).text();
    const token = /form_token" value="([^"]+)"/.exec(text)![1]!;
    const fields = new URLSearchParams({ form_token: token, name: 'ana', password: PASSWORD });
    form.cookies.set(COOKIE, first);
    await form.post('/sign-in', fields);
    expect(form.cookies.get(COOKIE)).not.toBe(first);
    browser.cookies.set(COOKIE, first);
    expect((await browser.get('/account')).status, 'the earlier one has ended').toBe(303);
  });

  it('is kept in a cookie that scripts and other sites cannot use', async () => {
    const page = await served(engine);
    const browser = page.client();
    const shown = (await browser.get('/sign-in')).headers.getSetCookie();
    expect(shown).toEqual([
      expect.stringMatching(/^sign-in-form=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const answer = await browser.send('/sign-in', '/sign-in', { name: 'ana', password: PASSWORD });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^payin-recon=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('by TLS is kept in a cookie of this host alone', async () => {
    const proxied = parseSettings({ page: { url: 'https://recon.example', proxies: ['127.0.0.1'] } });
    const listen = `127.0.0.1:${await freePort()}`;
    const page = await servePage(await engine.emptied(), proxied, { out: 'reports', listen });
    const answer = await rawGet(`http://${listen}`, '/sign-in');
    expect(page.url).toBe('https://recon.example');
    expect(answer.headers.get('set-cookie')).toContain('Secure');
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  });

  it('ends after half an hour without a request, and the browser comes back to its page', async () => {
    const clock = woundClock();
    const page = await served(engine, clock);
    const ana = await page.signedIn('ana');
    for (let times = 0; times < 3; times += 1) {
      clock.wind(29 * 60);
      expect((await ana.get('/account')).status).toBe(200);
    }
    clock.wind(30 * 60 + 1);
    const asked = await ana.get('/account?changed=a%20b');
    expect(asked.status).toBe(303);
    const address = asked.headers.get('location')!;
    const form = await ana.get(address);
    expect(await form.text()).toContain('The session has ended.');
    const entered = await ana.send(address, '/sign-in', { name: 'ana', password: PASSWORD });
    expect(entered.headers.get('location')).toBe('/account?changed=a%20b');
    expect((await ana.get('/account')).status).toBe(200);
  });

  it('ends twelve hours after signing in, however often it is used', async () => {
    const clock = woundClock();
    const page = await served(engine, clock);
    const ana = await page.signedIn('ana');
    for (let times = 0; times < 12 * 3 - 1; times += 1) {
      clock.wind(20 * 60);
      expect((await ana.get('/account')).status).toBe(200);
    }
    clock.wind(20 * 60);
    expect((await ana.get('/account')).status).toBe(303);
  });

  it('that has ended carries out no form, and says so', async () => {
    const clock = woundClock();
    const page = await served(engine, clock);
    const ana = await page.signedIn('ana');
    const text = await (await ana.get('/account')).text();
    const fields = new URLSearchParams({
      ...{ form_token: /form_token" value="([^"]+)"/.exec(text)![1]!, form_id: '1' },
      ...{ name: 'script', days: '1' },
    });
    clock.wind(3_600);
    const answer = await ana.post('/account/tokens', fields);
    expect([answer.status, (await answer.text()).includes('The session has ended')]).toEqual([401, true]);
    expect(await audited(page.store, 'token-make')).toEqual([]);
  });

  it('of one person does not carry out forms of another', async () => {
    const page = await served(engine);
    await page.addUser('bruno', 'viewer');
    const [ana, bruno] = [await page.signedIn('ana'), await page.signedIn('bruno')];
    const text = await (await bruno.get('/account')).text();
    const fields = new URLSearchParams({
      ...{ form_token: /form_token" value="([^"]+)"/.exec(text)![1]!, form_id: '1' },
      ...{ name: 'script', days: '1' },
    });
    expect((await ana.post('/account/tokens', fields)).status).toBe(403);
  });

  it('is not begun by a form that another site has sent or another browser was given', async () => {
    const page = await served(engine);
    const victim = page.client();
    const fields = new URLSearchParams({ name: 'ana', password: PASSWORD });
    expect((await victim.post('/sign-in', fields)).status, 'without a token').toBe(403);
    const attacker = page.client();
    const text = await (await attacker.get('/sign-in')).text();
    fields.set('form_token', /form_token" value="([^"]+)"/.exec(text)![1]!);
    expect((await victim.post('/sign-in', fields)).status, "with the attacker's token").toBe(403);
    await victim.get('/sign-in');
    expect((await victim.post('/sign-in', fields)).status, 'with a form of its own open').toBe(403);
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await attacker.post('/sign-in', fields, foreign)).status, 'from another site').toBe(403);
    expect(victim.cookies.has(COOKIE)).toBe(false);
    expect((await attacker.post('/sign-in', fields)).status).toBe(303);
  });

  it('is not begun while a name is guessed at, and the answer says how long to wait', async () => {
    const clock = woundClock();
    const page = await served(engine, clock);
    const browser = page.client();
    const guess = (password: string) => browser.send('/sign-in', '/sign-in', { name: 'ana', password });
    for (let times = 0; times < 5; times += 1) expect((await guess('a-wrong-guess')).status).toBe(401);
    const refused = await guess(PASSWORD);
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, seconds > 0]).toEqual([429, true]);
    expect(await refused.text()).toContain(`<bdi>${seconds}</bdi>`);
    expect(browser.cookies.has(COOKIE)).toBe(false);
    clock.wind(seconds + 1);
    expect((await guess(PASSWORD)).status).toBe(303);
  });

  it('is the same refusal for names that are unknown, disabled or elsewhere', async () => {
    const page = await served(engine);
    const refusal = async (name: string) => {
      const answer = await page.client().send('/sign-in', '/sign-in', { name, password: 'a-wrong-guess' });
      return [answer.status, (await answer.text()).replace(/value="[^"]*"/g, '')];
    };
    expect(await refusal('nobody')).toEqual(await refusal('ana'));
  });
});
