import { expect, it } from 'vitest';
import { readUsers } from '../../src/access/users.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { SETTINGS } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { audited } from './audited.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const PROXIED = parseSettings({ page: { userHeader: 'X-Remote-User', proxies: ['10.0.0.7'] } });

onEngines('the users', (engine) => {
  it('are added with a password that is shown once, and can sign in with it', async () => {
    const { page, admin } = await served(engine);
    const answer = await admin.send('/users', '/users"', {
      ...{ name: 'Bruno <b>', role: 'operator', limit: 'some', merchants: 'M0001\r\n \r\nM0002' },
    });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('Bruno &lt;b&gt;');
    const password = /class="secret"><bdi dir="ltr">([\w-]{24})</.exec(text)![1]!;
    const bruno = page.client();
    await bruno.send('/sign-in', '/sign-in', { name: 'Bruno <b>', password });
    const account = await (await bruno.get('/account')).text();
    expect(account).toContain('M0001');
    expect(account).not.toContain('href="/users"');
    expect((await bruno.get('/users')).status).toBe(403);
    expect(await (await admin.get('/users')).text()).not.toContain(password);
    expect(await audited(page.store, 'user-add')).toContain(
      'ana: user-add {"user":"Bruno <b>","role":"operator","merchants":["M0001","M0002"],"origin":"password"}',
    );
  });

  it('are added for a trusted proxy where there is one', async () => {
    const { page, admin } = await served(engine, PROXIED);
    const fields = { name: 'carla', role: 'viewer', limit: 'all', origin: 'proxy' };
    const answer = await admin.send('/users', '/users"', fields);
    expect(answer.headers.get('location')).toMatch(/^\/users\/\d+$/);
    expect(await users(page)).toContain('carla viewer all proxy');
    const other = await served(engine);
    await other.admin.send('/users', '/users"', fields);
    expect(await users(other.page)).toContain('carla viewer all password');
  });

  it('are not added with names, roles and limits that cannot be', async () => {
    const { page, admin } = await served(engine);
    const add = async (fields: Readonly<Record<string, string>>) => {
      const answer = await admin.send('/users', '/users"', {
        ...{ name: 'bruno', role: 'viewer', limit: 'all', ...fields },
      });
      return answer.status;
    };
    expect(await add({ name: '' })).toBe(400);
    expect(await add({ name: 'ANA' })).toBe(400);
    expect(await add({ role: 'owner' })).toBe(400);
    expect(await add({ limit: '' })).toBe(400);
    expect(await add({ limit: 'some', merchants: ' \n ' })).toBe(400);
    expect(await users(page)).toEqual(['ana admin all password']);
  });

  it('get another role and other merchants, at once', async () => {
    const { page, admin } = await served(engine);
    await page.addUser('bruno', 'admin');
    const bruno = await page.signedIn('bruno');
    expect((await bruno.get('/users')).status).toBe(200);
    const address = await addressOf(admin, 'bruno');
    await admin.send(address, `${address}/access`, { role: 'viewer', limit: 'some', merchants: 'M0001' });
    expect((await bruno.get('/users')).status).toBe(403);
    expect(await users(page)).toContain('bruno viewer M0001 password');
    const shown = await (await admin.get(address)).text();
    expect(shown).toMatch(/<option value="viewer" selected/);
    expect(shown).toMatch(/value="some" checked/);
    expect(shown).toMatch(/>M0001<\/textarea>/);
  });

  it('are disabled with their sessions, and enabled again', async () => {
    const { page, admin } = await served(engine);
    await page.addUser('bruno', 'viewer');
    const bruno = await page.signedIn('bruno');
    const address = await addressOf(admin, 'bruno');
    await admin.send(address, `${address}/disable`, {});
    expect((await bruno.get('/account')).status).toBe(303);
    await expect(page.signedIn('bruno')).rejects.toThrow('401');
    await admin.send(address, `${address}/enable`, {});
    await page.signedIn('bruno');
  });

  it('get a new password, or lose their sessions', async () => {
    const { page, admin } = await served(engine);
    await page.addUser('bruno', 'viewer');
    const bruno = await page.signedIn('bruno');
    const address = await addressOf(admin, 'bruno');
    expect(await (await admin.get(address)).text()).toContain('127.0.0.1');
    await admin.send(address, `${address}/sign-out`, {});
    expect((await bruno.get('/account')).status).toBe(303);
    const again = await page.signedIn('bruno');
    const answer = await admin.send(address, `${address}/password`, {});
    expect(/class="secret"/.test(await answer.text())).toBe(true);
    expect((await again.get('/account')).status).toBe(303);
    await expect(page.signedIn('bruno')).rejects.toThrow('401');
  });

  it('keep their last admin', async () => {
    const { page, admin } = await served(engine);
    const address = await addressOf(admin, 'ana');
    const answer = await admin.send(address, `${address}/disable`, {});
    expect([answer.status, (await answer.text()).includes('LAST_ADMIN')]).toEqual([400, true]);
    const demoted = await admin.send(address, `${address}/access`, { role: 'viewer', limit: 'all' });
    expect(demoted.status).toBe(400);
    expect(await users(page)).toEqual(['ana admin all password']);
  });

  it('that do not exist are not found', async () => {
    const { admin } = await served(engine);
    for (const id of ['0', '999', 'x', '%00', '1e1', '9'.repeat(40), "1'--"]) {
      expect((await admin.get(`/users/${encodeURIComponent(id)}`)).status, id).toBe(404);
    }
  });
});

async function served(engine: Engine, settings = SETTINGS) {
  const page = await servePage(await engine.emptied(), settings, { out: 'reports' });
  await page.addUser('ana', 'admin');
  return { page, admin: await page.signedIn('ana') };
}

async function addressOf(admin: Client, name: string): Promise<string> {
  const text = await (await admin.get('/users')).text();
  return new RegExp(`href="(/users/\\d+)"><bdi>${name}<`).exec(text)![1]!;
}

/** Users as `ana admin all password`, by name. */
async function users({ store }: ServedPage): Promise<string[]> {
  const listed = await store.session(readUsers);
  return listed.map(({ name, role, merchants, origin }) =>
    [name, role, merchants?.join(',') ?? 'all', origin].join(' '),
  );
}
