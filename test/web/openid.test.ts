import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from 'oidc-provider';
import { describe, expect, it, onTestFinished } from 'vitest';
import { disableUser, relinkUser } from '../../src/access/change-users.ts';
import { readUsers } from '../../src/access/users.ts';
import { now } from '../../src/clock.ts';
import { addSeconds } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { audited } from './audited.ts';
import { CLIENT_SECRET, openidProvider, signInThere } from './openid-provider.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const ANA = { preferred_username: 'ana', groups: ['finance', 'shop'] };
const ROLES = { finance: 'operator', leads: 'approver' };

onEngines('signing in with the account of the company', (engine) => {
  it('leads to the provider and back to the page, with role and merchants by the groups', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', ANA);
    const browser = page.client();
    const shown = await (await browser.get('/sign-in?then=/account')).text();
    expect(shown).toContain('href="/sign-in/oidc?then=%2Faccount"');
    const answer = await come(browser, '1', '/account');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    const account = await (await browser.get('/account')).text();
    expect(account).toContain('Operator');
    expect(account).toContain('M0001');
    expect(account).toContain('the company&#39;s account');
    expect(account).not.toContain('name="new_password"');
    expect(browser.cookies.has('oidc')).toBe(false);
    expect(await audited(page.store, 'user-add', 'sign-in')).toEqual([
      'ana: user-add {"user":"ana","role":"operator","merchants":["M0001"],"origin":"oidc"}',
      expect.stringMatching(/^ana: sign-in .*"by":"oidc"/),
    ]);
  });

  it('sends state, nonce and a code challenge that differ at every time', async () => {
    const { page } = await served(engine);
    const fields = async () => {
      const answer = await page.client().get('/sign-in/oidc');
      return Object.fromEntries(new URL(answer.headers.get('location')!).searchParams);
    };
    const [one, other] = [await fields(), await fields()];
    expect(one).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one[name]).toHaveLength(43);
      expect(one[name]).not.toBe(other[name]);
    }
  });

  it('asks for claims that the identity token does not have', async () => {
    const { page, provider } = await served(engine, { conformIdTokenClaims: true });
    provider.people.set('1', ANA);
    await come(page.client(), '1');
    expect(await users(page)).toEqual(['ana operator M0001']);
  });

  it('takes over another name, role and merchants at the next time', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', ANA);
    await come(page.client(), '1');
    provider.people.set('1', { preferred_username: 'Ana Lima', groups: 'leads' });
    await come(page.client(), '1');
    expect(await users(page)).toEqual(['Ana Lima approver all']);
  });

  it('gives the browser a new token and ends the session that it had', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', ANA);
    const browser = page.client();
    await come(browser, '1');
    const before = browser.cookies.get('payin-recon')!;
    await come(browser, '1');
    expect(browser.cookies.get('payin-recon')).not.toBe(before);
    browser.cookies.set('payin-recon', before);
    expect((await browser.get('/account')).status).toBe(303);
  });

  it('never leads to another site', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', ANA);
    for (const then of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:0']) {
      const answer = await come(page.client(), '1', then);
      expect(answer.headers.get('location'), then).toBe('/');
    }
  });

  it('takes an answer once, in time, from the browser that has asked, as it was given', async () => {
    let late = 0;
    const { page, provider } = await served(engine, {}, () => addSeconds(now(), late));
    provider.people.set('1', ANA);
    const browser = page.client();
    const back = async () => signInThere(await begin(browser), '1');
    const address = await back();
    const kept = browser.cookies.get('oidc')!;
    expect((await page.client().get(pathOf(address))).status, 'another browser').toBe(403);
    expect((await browser.get(pathOf(address))).status).toBe(303);
    expect((await browser.get(pathOf(address))).status, 'again').toBe(403);
    browser.cookies.set('oidc', kept);
    expect((await browser.get(pathOf(address))).status, 'the code again').toBe(403);
    const altered = async (name: string, value: string) => {
      const given = await back();
      given.searchParams.set(name, value);
      return (await browser.get(pathOf(given))).status;
    };
    expect(await altered('state', 'a'.repeat(43))).toBe(403);
    expect(await altered('state', '')).toBe(403);
    expect(await altered('code', 'another-code')).toBe(403);
    expect(await altered('iss', 'https://evil.example')).toBe(403);
    const first = await back();
    const older = browser.cookies.get('oidc')!;
    const second = await back();
    expect((await browser.get(pathOf(first))).status, 'the answer to an earlier start').toBe(403);
    browser.cookies.set('oidc', older);
    expect((await browser.get(pathOf(second))).status, 'the cookie of an earlier start').toBe(403);
    for (const cookie of ['', 'x', `${'a'.repeat(43)}.1.`, older.replace(/\.\d+\./, '.99999999999.')]) {
      browser.cookies.set('oidc', cookie);
      expect((await browser.get(pathOf(first))).status, cookie).toBe(403);
    }
    const tooLate = await back();
    late = 601;
    expect((await browser.get(pathOf(tooLate))).status, 'eleven minutes').toBe(403);
    expect(await audited(page.store, 'sign-in')).toHaveLength(1);
  });

  it('takes the answer of the newer of two windows, also after that of the older one', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', ANA);
    const browser = page.client();
    const older = await begin(browser, '/older');
    const newer = await begin(browser, '/newer');
    expect((await browser.get(pathOf(await signInThere(older, '1')))).status).toBe(403);
    const answer = await browser.get(pathOf(await signInThere(newer, '1')));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/newer']);
    expect(browser.cookies.has('oidc')).toBe(false);
  });

  it('says that a person has no role, also if the person had one before', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', { ...ANA, groups: ['guests', 'constructor'] });
    const stranger = await come(page.client(), '1');
    expect([stranger.status, (await stranger.text()).includes('has a role here')]).toEqual([403, true]);
    expect(await users(page)).toEqual([]);
    provider.people.set('1', ANA);
    expect((await come(page.client(), '1')).status).toBe(303);
    provider.people.set('1', { preferred_username: 'ana' });
    expect((await come(page.client(), '1')).status).toBe(403);
    expect(await audited(page.store, 'sign-in-failed')).toHaveLength(2);
  });

  it('says that the user is disabled, or that the name belongs to another user', async () => {
    const { page, provider } = await served(engine);
    await page.addUser('bruno', 'viewer');
    provider.people.set('1', ANA);
    provider.people.set('2', { ...ANA, preferred_username: 'Bruno' });
    await come(page.client(), '1');
    await disableUser(page.store, { at: now(), who: 'test' }, 'ana');
    const disabled = await come(page.client(), '1');
    expect([disabled.status, (await disabled.text()).includes('disabled here')]).toEqual([403, true]);
    const taken = await come(page.client(), '2');
    expect([taken.status, (await taken.text()).includes('USER_EXISTS')]).toEqual([400, true]);
    expect(await users(page)).toEqual(['ana operator M0001', 'bruno viewer all']);
    const failed = await audited(page.store, 'sign-in-failed');
    expect(failed).toEqual([expect.stringMatching(/^ana: /), expect.stringMatching(/^Bruno: .*USER_EXISTS/)]);
  });

  it('lets in a person with a new subject once an administrator has relinked the user', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', ANA).set('2', ANA);
    const before = page.client();
    await come(before, '1');
    const refused = await come(page.client(), '2');
    expect([refused.status, (await refused.text()).includes('payin-recon user relink')]).toEqual([400, true]);
    await relinkUser(page.store, { at: now(), who: 'test' }, 'ana');
    expect((await before.get('/account')).status).toBe(303);
    expect((await come(page.client(), '2')).status).toBe(303);
  });

  it('says that the provider is down, and goes on when it is back', async () => {
    const { page, provider, startProvider } = await served(engine);
    provider.people.set('1', ANA);
    await provider.stop();
    const browser = page.client();
    const answer = await browser.get('/sign-in/oidc');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await answer.text()).toContain('cannot be reached');
    await startProvider();
    const address = await signInThere(await begin(browser), '1');
    await provider.stop();
    expect((await browser.get(pathOf(address))).status).toBe(503);
    await startProvider();
    expect((await come(browser, '1')).status).toBe(303);
    expect(page.log.join()).toContain('the OpenID provider could not be used');
  });

  it('says that the clocks differ', async () => {
    const { page, provider } = await served(engine, {}, () => addSeconds(now(), 2 * 3600));
    provider.people.set('1', ANA);
    const answer = await come(page.client(), '1');
    expect([answer.status, (await answer.text()).includes('clocks')]).toEqual([403, true]);
  });

  it('says that the person has cancelled', async () => {
    const { page } = await served(engine);
    const answer = await come(page.client(), 'cancel', '/account');
    const text = await answer.text();
    expect([answer.status, text.includes('failed')]).toEqual([403, true]);
    expect(text).toContain('href="/sign-in/oidc?then=%2Faccount"');
  });

  it('refuses a person without a name', async () => {
    const { page, provider } = await served(engine);
    provider.people.set('1', { groups: ['finance'] });
    expect((await come(page.client(), '1')).status).toBe(403);
    provider.people.set('1', { ...ANA, preferred_username: ' ' });
    expect((await come(page.client(), '1')).status).toBe(400);
    expect(await users(page)).toEqual([]);
  });
});

onEngines('a client of the provider', (engine) => {
  it('may have a secret in a file, sent as the provider takes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payin-recon-oidc-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const clientSecretFile = join(folder, 'secret');
    writeFileSync(clientSecretFile, `${CLIENT_SECRET}\n`);
    for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
      const { page, provider } = await served(
        engine,
        { clientAuthMethods: [method] },
        now,
        { clientSecretFile },
        { token_endpoint_auth_method: method },
      );
      provider.people.set('1', ANA);
      expect((await come(page.client(), '1')).status, method).toBe(303);
      await provider.stop();
      await page.close();
    }
  });
});

describe('without a provider', () => {
  onEngines('the page', (engine) => {
    it('has no such addresses', async () => {
      const page = await servePage(await engine.emptied(), parseSettings({}), { out: 'reports' });
      const browser = page.client();
      expect(await (await browser.get('/sign-in')).text()).not.toContain('oidc');
      expect((await browser.get('/sign-in/oidc')).status).toBe(404);
      expect((await browser.get('/sign-in/oidc/callback?code=x&state=y')).status).toBe(404);
    });

    it('is not served with a provider that is asked in clear over a network', async () => {
      const settings = parseSettings({ page: { oidc: { issuer: 'http://login.example' } } });
      const serving = servePage(await engine.emptied(), settings, { out: 'reports' });
      await expect(serving).rejects.toMatchObject({ code: 'PAGE_UNPROTECTED' });
    });
  });
});

async function served(
  engine: Engine,
  configuration: Partial<Configuration> = {},
  at = now,
  more: Readonly<Record<string, unknown>> = {},
  client: Parameters<typeof openidProvider>[0] = { token_endpoint_auth_method: 'none' },
) {
  const provider = await openidProvider(client);
  const oidc = { issuer: provider.issuer, roles: ROLES, merchants: { shop: ['M0001'] }, ...more };
  const settings = parseSettings({ page: { oidc } });
  const page = await servePage(await engine.emptied(), settings, { out: 'reports', at });
  const startProvider = () => provider.start(`${page.url}/sign-in/oidc/callback`, configuration);
  await startProvider();
  return { page, provider, startProvider };
}

/** Begins to sign in. Returns the address at the provider. */
async function begin(browser: Client, then = '/'): Promise<string> {
  const answer = await browser.get(`/sign-in/oidc?then=${encodeURIComponent(then)}`);
  return answer.headers.get('location')!;
}

/** Signs in at the provider and comes back. */
async function come(browser: Client, login: string, then?: string): Promise<Response> {
  const address = await signInThere(await begin(browser, then), login);
  return browser.get(pathOf(address));
}

function pathOf({ pathname, search }: URL): string {
  return `${pathname}${search}`;
}

async function users({ store }: ServedPage): Promise<string[]> {
  const listed = await store.session(readUsers);
  return listed.map(({ name, role, merchants }) => [name, role, merchants?.join(',') ?? 'all'].join(' '));
}
