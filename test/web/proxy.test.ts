import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { addUser, disableUser } from '../../src/access/change-users.ts';
import { now } from '../../src/clock.ts';
import { addressList } from '../../src/http/loopback.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { mayConnect } from '../../src/web/client-address.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { audited } from './audited.ts';
import { type RawAnswer, rawGet } from './raw-request.ts';
import { type ServedPage, servePage } from './served-page.ts';

/** The proxy, and somebody else. */
const PROXY = '127.0.0.2';
const STRANGER = '127.0.0.3';

const SETTINGS = parseSettings({ page: { userHeader: 'X-Remote-User', proxies: [PROXY, '127.0.1.0/24'] } });

onEngines('the header of a trusted proxy', (engine) => {
  it('names the user, and begins a session that ties forms to the browser', async () => {
    const page = await served(engine);
    const first = await as(page, 'ana', {});
    expect([first.status, first.text.includes('<bdi>ana</bdi>')]).toEqual([200, true]);
    const { Cookie } = kept(first);
    const second = await as(page, 'ana', { Cookie });
    expect(second.status).toBe(200);
    expect(second.headers.has('set-cookie')).toBe(false);
    const body = new URLSearchParams({
      ...{ form_token: /form_token" value="([^"]+)"/.exec(second.text)![1]!, form_id: '1' },
      ...{ name: 'script', days: '1' },
    }).toString();
    const made = await rawGet(
      page.url,
      '/account/tokens',
      {
        ...{ Cookie, 'X-Remote-User': 'ana', 'Content-Type': 'application/x-www-form-urlencoded' },
        'Content-Length': String(body.length),
      },
      { from: PROXY, method: 'POST', body },
    );
    expect(made.status).toBe(200);
    expect(await audited(page.store, 'sign-in')).toHaveLength(1);
  });

  it('is ignored from every other address', async () => {
    const page = await served(engine);
    for (const from of [STRANGER, '127.0.0.1', '127.0.2.1']) {
      expect((await as(page, 'ana', {}, from)).status, from).toBe(303);
      const forged = { 'X-Forwarded-For': PROXY, Forwarded: `for=${PROXY}`, 'X-Real-IP': PROXY };
      expect((await as(page, 'ana', forged, from)).status, from).toBe(303);
    }
    expect((await as(page, 'ana', {}, '127.0.1.9')).status, 'of the named network').toBe(200);
  });

  it('is ignored where no setting names it', async () => {
    const page = await served(engine, parseSettings({ page: { proxies: [PROXY] } }));
    expect((await as(page, 'ana', {})).status).toBe(303);
  });

  it('that names somebody else ends the session and begins one of that user', async () => {
    const page = await served(engine);
    const { Cookie } = kept(await as(page, 'ana', {}));
    const other = await as(page, 'bruno', { Cookie });
    expect(other.text).toContain('<bdi>bruno</bdi>');
    expect(other.text).not.toContain('<bdi>ana</bdi>');
    expect(kept(other).Cookie).not.toBe(Cookie);
    expect(await audited(page.store, 'sign-out')).toEqual(['ana: sign-out {"sessions_ended":1}']);
    const again = await as(page, '', { Cookie });
    expect(again.status).toBe(303);
  });

  it('that names nobody any more ends the session', async () => {
    const page = await served(engine);
    const { Cookie } = kept(await as(page, 'ana', {}));
    expect((await as(page, '', { Cookie })).status).toBe(303);
    expect(await audited(page.store, 'sign-out')).toHaveLength(1);
  });

  it('begins a session that is worth nothing without the proxy', async () => {
    const page = await served(engine);
    const { Cookie } = kept(await as(page, 'ana', {}));
    expect((await as(page, '', { Cookie }, STRANGER)).status).toBe(303);
    expect((await as(page, 'ana', { Cookie }, STRANGER)).status).toBe(303);
    expect((await as(page, 'ana', { Cookie })).status, 'and stays for the proxy').toBe(200);
  });

  it('leaves sessions by password alone unless it names somebody', async () => {
    const page = await served(engine);
    await page.addUser('carla', 'viewer');
    const carla = await page.signedIn('carla');
    const Cookie = `payin-recon=${carla.cookies.get('payin-recon')}`;
    expect((await as(page, '', { Cookie })).text).toContain('<bdi>carla</bdi>');
    expect((await as(page, 'ana', { Cookie })).text).toContain('<bdi>ana</bdi>');
  });

  it('names only users who were added for the proxy and are enabled', async () => {
    const page = await served(engine);
    await page.addUser('carla', 'admin');
    for (const name of ['nobody', 'carla', 'ANA', 'ana, bruno', 'a'.repeat(100)]) {
      const answer = await as(page, name, {});
      expect([400, 403], name).toContain(answer.status);
      expect(answer.headers.has('set-cookie')).toBe(false);
    }
    await disableUser(page.store, { at: now(), who: 'test' }, 'ana');
    expect((await as(page, 'ana', {})).status).toBe(403);
  });

  it('may be in UTF-8', async () => {
    const page = await served(engine);
    await addUser(
      page.store,
      { at: now(), who: 'test' },
      { name: 'João', role: 'viewer', password: undefined },
    );
    const bytes = Buffer.from('João').toString('latin1');
    expect((await as(page, bytes, {})).text).toContain('<bdi>João</bdi>');
  });
});

onEngines('the address of a client', (engine) => {
  it('is what the proxy says, and never what the client says', async () => {
    const page = await served(engine);
    const forwarded = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7, 127.0.1.9' };
    expect((await as(page, 'ana', forwarded)).text).toContain('>203.0.113.7<');
    const nonsense = await as(page, 'bruno', { 'X-Forwarded-For': '<script>, unknown' });
    expect(nonsense.text).toContain(`>${PROXY}<`);
    // What stands before an entry that is no address may be the client's own.
    const withPort = await as(page, 'bruno', { 'X-Forwarded-For': '198.51.100.9, 203.0.113.5:54321' });
    expect(withPort.text).toContain(`>${PROXY}<`);
    expect(withPort.text).not.toContain('198.51.100.9');
  });
});

onEngines('TLS at a proxy, to a page without an address of its own', (engine) => {
  it('makes cookies and links those of TLS, where the proxy says so', async () => {
    const page = await served(engine, SETTINGS, '0.0.0.0:0');
    const url = page.url.replace('0.0.0.0', '127.0.0.1');
    const asked = async (headers: Readonly<Record<string, string>>, from: string) => {
      const answer = await rawGet(url, '/sign-in', headers, { from });
      const cookie = answer.headers.get('set-cookie')!;
      return [
        cookie.split('=')[0],
        cookie.includes('Secure'),
        answer.headers.has('strict-transport-security'),
      ];
    };
    const plain = ['sign-in-form', false, false];
    const byTls = ['__Host-sign-in-form', true, true];
    expect(await asked({ 'X-Forwarded-Proto': 'https' }, PROXY)).toEqual(byTls);
    expect(await asked({ 'X-Forwarded-Proto': 'HTTPS, http' }, PROXY)).toEqual(byTls);
    expect(await asked({ 'X-Forwarded-Proto': 'http' }, PROXY)).toEqual(plain);
    expect(await asked({}, PROXY)).toEqual(plain);
    expect(await asked({ 'X-Forwarded-Proto': 'https' }, STRANGER)).toEqual(plain);
  });

  it('is in the command that a new token is for', async () => {
    const page = await served(engine, SETTINGS, '0.0.0.0:0');
    const url = page.url.replace('0.0.0.0', '127.0.0.1');
    const Host = 'recon.example';
    const headers = { Host, 'X-Forwarded-Proto': 'https', 'X-Remote-User': 'ana' };
    const first = await rawGet(url, '/account', headers, { from: PROXY });
    const body = new URLSearchParams({
      ...{ form_token: /form_token" value="([^"]+)"/.exec(first.text)![1]!, form_id: '1' },
      ...{ name: 'script', days: '1' },
    }).toString();
    const sent = { ...headers, ...kept(first), 'Content-Type': 'application/x-www-form-urlencoded' };
    const length = { 'Content-Length': String(body.length) };
    const made = await rawGet(
      url,
      '/account/tokens',
      { ...sent, ...length },
      { from: PROXY, method: 'POST', body },
    );
    expect(made.status).toBe(200);
    expect(made.text).toContain('https://recon.example/');
  });
});

describe('connections to a page behind a proxy on another machine', () => {
  it('are taken from the proxy and from this machine only', () => {
    const proxies = addressList(['192.0.2.7', '2001:db8::/64']);
    const taken = ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::5', '127.0.0.1', '::1', '::ffff:127.0.0.9'];
    const refused = ['192.0.2.8', '::ffff:192.0.2.8', '2001:db8:1::5', '10.0.0.1', 'fe80::1', ''];
    expect(taken.filter((address) => !mayConnect(address, proxies))).toEqual([]);
    expect(refused.filter((address) => mayConnect(address, proxies))).toEqual([]);
  });

  onEngines('of this machine', (engine) => {
    it('are closed without an answer where they come from elsewhere', async () => {
      const addresses = Object.values(networkInterfaces())
        .flatMap((one) => one ?? [])
        .filter(({ family, internal }) => family === 'IPv4' && !internal)
        .map(({ address }) => address);
      for (const address of addresses) {
        const statusFor = async (proxy: string) => {
          const page = await served(engine, parseSettings({ page: { proxies: [proxy] } }), '0.0.0.0:0');
          const url = `http://${address}:${new URL(page.url).port}`;
          const answer = await rawGet(url, '/sign-in', {}, { from: address });
          await page.close();
          return answer.status;
        };
        expect(await statusFor('192.0.2.200')).toBe(0);
        expect(await statusFor(address)).toBe(200);
      }
      const page = await served(engine, SETTINGS, '0.0.0.0:0');
      const own = page.url.replace('0.0.0.0', '127.0.0.1');
      expect((await rawGet(own, '/sign-in', {}, { from: STRANGER })).status).toBe(200);
    });
  });
});

async function served(engine: Engine, settings = SETTINGS, listen?: string): Promise<ServedPage> {
  const more = listen === undefined ? {} : { listen };
  const page = await servePage(await engine.emptied(), settings, { out: 'reports', ...more });
  for (const name of ['ana', 'bruno']) {
    const added = { name, role: 'operator', password: undefined } as const;
    await addUser(page.store, { at: now(), who: 'test' }, added);
  }
  return page;
}

/** Asks for the account with the header, from the proxy's address or another. */
function as(
  page: ServedPage,
  name: string,
  headers: Readonly<Record<string, string>>,
  from = PROXY,
): Promise<RawAnswer> {
  return rawGet(page.url, '/account', { ...headers, 'X-Remote-User': name }, { from });
}

function kept({ headers }: RawAnswer): { readonly Cookie: string } {
  return { Cookie: headers.get('set-cookie')!.split(';')[0]! };
}
