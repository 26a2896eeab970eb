import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { disableUser } from '../../src/access/change-users.ts';
import { knownUser } from '../../src/access/known-user.ts';
import { checkPassword } from '../../src/access/password.ts';
import { sessionOf } from '../../src/access/sessions.ts';
import { type SignInResult, signInKnown, signInWithPassword } from '../../src/access/sign-in.ts';
import { addressGroup, removeOldAttempts } from '../../src/access/sign-in-limits.ts';
import { makeToken } from '../../src/access/tokens.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { add, after, LIMITS, PASSWORD, ROOT, START, signIn, trailOf } from './people.ts';

const WRONG = { refused: 'wrong' };
const bad = (address = '192.0.2.1') => ({ password: 'not the password', address });
const short = (result: SignInResult) =>
  result.refused === 'wait' ? result.retryAfterSeconds : (result.refused ?? 'in');

onEngines('signing in', (engine) => {
  it('opens a session, ends the one before, and is in the trail', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    const first = await signIn(store, 'ana', 0);
    if (first.refused !== undefined) throw new Error(first.refused);
    const request = { name: 'ana', password: PASSWORD, address: '192.0.2.1', agent: 'test', limits: LIMITS };
    const previousToken = first.session.token;
    const second = await signInWithPassword(store, { ...request, at: after(1), previousToken });
    if (second.refused !== undefined) throw new Error(second.refused);
    const of = (token: string) => store.session((one) => sessionOf(one, token, after(2), LIMITS));
    expect(await of(first.session.token)).toBeUndefined();
    expect(await of(second.session.token)).toMatchObject({ account: second.account });
    expect(await trailOf(store)).toEqual(['root user-add', 'ana sign-in', 'ana sign-in']);
  });

  it('with texts that would take an hour to normalise is refused at once', async () => {
    const store = await engine.emptied();
    const ana = await add(store, 'ana');
    // Each mark of the second kind belongs before all those of the first kind.
    const marks = '\u0301'.repeat(1_000_000) + '\u0327'.repeat(1_000_000);
    expect(await signIn(store, marks, 0)).toEqual(WRONG);
    expect(await signIn(store, 'ana', 0, { password: marks })).toEqual(WRONG);
    await expect(checkPassword(marks, 'ana')).rejects.toMatchObject({ code: 'PASSWORD_REFUSED' });
    await expect(add(store, marks)).rejects.toMatchObject({ code: 'USER_NAME_INVALID' });
    const token = makeToken(store, ana, { name: marks, at: START });
    await expect(token).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('as somebody else ends the session that the browser had', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    await add(store, 'bia');
    const first = await signIn(store, 'ana', 0);
    if (first.refused !== undefined) throw new Error(first.refused);
    const previousToken = first.session.token;
    const request = { name: 'bia', password: PASSWORD, address: '192.0.2.1', agent: 'test', limits: LIMITS };
    await signInWithPassword(store, { ...request, at: after(1), previousToken });
    expect(await store.session((one) => sessionOf(one, previousToken, after(2), LIMITS))).toBeUndefined();
  });

  it('is refused in the same way for every reason, and what was typed is stored nowhere', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    await add(store, 'bia');
    await disableUser(store, ROOT, 'bia');
    expect(await signIn(store, 'ana', 0, bad())).toEqual(WRONG);
    expect(await signIn(store, 'ANA', 0)).toEqual(WRONG);
    expect(await signIn(store, 'bia', 0)).toEqual(WRONG);
    expect(await signIn(store, 'MySecretTypedHere', 0, bad())).toEqual(WRONG);
    expect((await trailOf(store)).slice(3)).toEqual([
      ...['ana sign-in-failed', '(unknown name) sign-in-failed'],
      ...['bia sign-in-failed', '(unknown name) sign-in-failed'],
    ]);
    const { rows } = await store.session(({ db }) =>
      sql<{ text: string }>`
        select a::text as text from audit_entries a union all select s::text from sign_in_attempts s`.execute(
        db,
      ),
    );
    const text = rows.map((row) => row.text).join('\n');
    expect(text).toContain('192.0.2.1');
    expect(text).not.toMatch(/MySecretTypedHere|not the password/);
  });

  it('renews a hash that cost less than hashes do now', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    const weak = '$argon2id$v=19$m=1024,t=1,p=1$c29tc2FsdHNvbWVzYWx0$';
    const { argon2Sync } = await import('node:crypto');
    const parameters = { memory: 1024, passes: 1, parallelism: 1, tagLength: 32 };
    const nonce = Buffer.from('c29tc2FsdHNvbWVzYWx0', 'base64');
    const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...parameters });
    const hash = `${weak}${tag.toString('base64').replace(/=+$/, '')}`;
    await store.session(({ db }) => db.updateTable('users').set({ password_hash: hash }).execute());
    expect(short(await signIn(store, 'ana', 0))).toBe('in');
    const row = await store.session(({ db }) =>
      db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow(),
    );
    expect(row.password_hash).toContain('$m=47104,');
    expect(short(await signIn(store, 'ana', 1))).toBe('in');
  });

  it('at a provider opens a session, but not for a disabled user', async () => {
    const store = await engine.emptied();
    const access = { role: 'viewer', merchants: undefined } as const;
    const carla = await knownUser(store, START, { origin: 'oidc', name: 'carla', subject: 's 1', access });
    const request = { address: '192.0.2.1', agent: 'test', at: START, limits: LIMITS };
    expect(await signInKnown(store, carla!, request)).toMatchObject({ token: expect.any(String) });
    await disableUser(store, ROOT, 'carla');
    expect(await signInKnown(store, carla!, request)).toBeUndefined();
    expect((await trailOf(store)).slice(1)).toEqual([
      ...['carla sign-in', 'root user-disable', 'carla sign-in-failed'],
    ]);
  });
});

onEngines('the limits of signing in', (engine) => {
  it('make an address wait longer after each failure, also for the right password', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    for (let failure = 0; failure < 5; failure += 1)
      expect(await signIn(store, 'ana', 0, bad())).toEqual(WRONG);
    expect(short(await signIn(store, 'ana', 0))).toBe(1);
    let now = 0;
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      expect(short(await signIn(store, 'ana', now, bad()))).toBe(wait);
      expect(short(await signIn(store, 'ana', now + wait - 1))).toBe(1);
      now += wait;
      expect(await signIn(store, 'ana', now, bad())).toEqual(WRONG);
    }
    expect(short(await signIn(store, 'ana', now + 900))).toBe('in');
    expect(await signIn(store, 'ana', now + 900, bad())).toEqual(WRONG);
    expect(short(await signIn(store, 'ana', now + 900))).toBe('in');
  });

  it('are a minute at most where the person has signed in before', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    await signIn(store, 'ana', 0);
    let now = 1;
    for (let failure = 0; failure < 20; failure += 1) {
      const result = await signIn(store, 'ana', now, bad());
      if (result.refused === 'wait') {
        now += result.retryAfterSeconds;
        expect(await signIn(store, 'ana', now, bad())).toEqual(WRONG);
      }
    }
    expect(short(await signIn(store, 'ana', now))).toBe(60);
    expect(short(await signIn(store, 'ana', now + 60))).toBe('in');
  });

  it('do not lock a person out whose name is tried from many addresses', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    const home = { address: '198.51.100.7' };
    await signIn(store, 'ana', 0, home);
    for (let from = 0; from < 20; from += 1) await signIn(store, 'ana', 1, bad(`203.0.113.${from}`));
    expect(short(await signIn(store, 'ana', 1, home))).toBe('in');
    // At a new address the person waits once, whatever others do meanwhile.
    const travel = { address: '192.0.2.200' };
    const wait = short(await signIn(store, 'ana', 2, travel));
    expect(wait).toBe(1);
    for (let from = 20; from < 40; from += 1) {
      const attacker = bad(`203.0.113.${from}`);
      expect(short(await signIn(store, 'ana', 2, attacker))).toBeGreaterThan(0);
    }
    expect(short(await signIn(store, 'ana', 3, travel))).toBe('in');
  });

  it('slow down an address that tries many names, but not people who sign in there', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    await add(store, 'bia');
    await signIn(store, 'ana', 0);
    for (let name = 0; name < 20; name += 1) await signIn(store, `name${name}`, 1, bad());
    expect(short(await signIn(store, 'bia', 1))).toBe(1);
    expect(short(await signIn(store, 'ana', 1))).toBe('in');
    expect(short(await signIn(store, 'bia', 1, { address: '192.0.2.9' }))).toBe('in');
    expect(short(await signIn(store, 'bia', 2))).toBe('in');
  });

  it('forget failures after a day, and remove them', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    for (let failure = 0; failure < 5; failure += 1) await signIn(store, 'ana', 0, bad());
    expect(short(await signIn(store, 'ana', 0))).toBe(1);
    await store.session((session) => removeOldAttempts(session, after(86_400)));
    const left = await store.session(({ db }) => db.selectFrom('sign_in_attempts').selectAll().execute());
    expect(left).toEqual([]);
  });
});

onPostgresql('many sign-ins at once', (engine) => {
  it('are checked no more often than one after the other', async () => {
    const store = await engine.open();
    await add(store, 'ana');
    const results = await Promise.all(Array.from({ length: 12 }, () => signIn(store, 'ana', 0, bad())));
    expect(results.filter(({ refused }) => refused === 'wrong')).toHaveLength(5);
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:0DB8::1:0:0:5', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is one party with %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
