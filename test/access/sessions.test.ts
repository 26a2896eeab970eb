import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { changeUser, disableUser, enableUser, setPassword } from '../../src/access/change-users.ts';
import {
  listSessions,
  openSession,
  removeEndedSessions,
  sessionOf,
  signOut,
  signOutEverywhere,
} from '../../src/access/sessions.ts';
import { changeOwnPassword } from '../../src/access/sign-in.ts';
import { accountOfToken, listTokens, makeToken, revokeToken } from '../../src/access/tokens.ts';
import type { Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { add, after, LIMITS, PASSWORD, ROOT, START, trailOf } from './people.ts';

const PLACE = { address: '192.0.2.1', agent: 'test', at: START, limits: LIMITS };
const open = (store: Store, userId: string) =>
  store.session((session) => openSession(session, userId, PLACE));
const at = (store: Store, token: string, seconds: number, limits = LIMITS) =>
  store.session((session) => sessionOf(session, token, after(seconds), limits));

onEngines('a session', (engine) => {
  it('lasts while it is used, to its absolute end', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana', { merchants: ['M1'] });
    const { token, formToken } = await open(store, userId);
    expect(token).toMatch(/^[\w-]{43}$/);
    for (let seconds = 0; seconds < 12 * 3600; seconds += 1799) {
      const signedIn = await at(store, token, seconds);
      expect(signedIn).toMatchObject({
        formToken,
        account: { name: 'ana', role: 'viewer', merchants: ['M1'] },
      });
    }
    expect(await at(store, token, 12 * 3600 - 1)).toBeDefined();
    expect(await at(store, token, 12 * 3600)).toBeUndefined();
  });

  it('ends when it is not used, and by lower limits', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana');
    const { token } = await open(store, userId);
    expect(await at(store, token, 1799)).toBeDefined();
    expect(await at(store, token, 1799 + 1800)).toBeUndefined();
    const other = await open(store, userId);
    expect(await at(store, other.token, 1700, { ...LIMITS, sessionIdleMinutes: 20 })).toBeUndefined();
    expect(await at(store, other.token, 1700)).toBeDefined();
    expect(await at(store, other.token, 3400)).toBeDefined();
    expect(await at(store, other.token, 3600, { ...LIMITS, sessionHours: 1 })).toBeUndefined();
    const left = await store.session((session) => removeEndedSessions(session, after(3600), LIMITS));
    expect(left).toBe(1);
    expect(await at(store, other.token, 3600)).toBeDefined();
  });

  it('of the shortest idle time goes on while it is used', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana');
    const { token } = await open(store, userId);
    const short = { ...LIMITS, sessionIdleMinutes: 1 };
    for (const seconds of [20, 40, 60, 80, 139]) expect(await at(store, token, seconds, short)).toBeDefined();
    expect(await at(store, token, 139 + 60, short)).toBeUndefined();
  });

  it('notes its use once a minute', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana');
    const { token } = await open(store, userId);
    const seen = async (seconds: number) => {
      await at(store, token, seconds);
      const [row] = await store.session((session) => listSessions(session, userId, after(seconds), LIMITS));
      return row!.lastSeenAt.slice(11, 19);
    };
    expect(await seen(59)).toBe('12:00:00');
    expect(await seen(60)).toBe('12:01:00');
    expect(await seen(119)).toBe('12:01:00');
  });

  it('is known by a token that is not stored, and by nothing else', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana');
    const { token } = await open(store, userId);
    const signedIn = (await at(store, token, 0))!;
    for (const forged of ['', signedIn.sessionHash, `${token}x`, token.toLowerCase()]) {
      expect(await at(store, forged, 0)).toBeUndefined();
    }
    const { rows } = await store.session(({ db }) =>
      sql<{ text: string }>`select s::text as text from sessions s`.execute(db),
    );
    expect(rows[0]!.text).not.toContain(token);
  });

  it('follows changes of its user at once, and ends when the user is disabled', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana');
    const { token } = await open(store, userId);
    await changeUser(store, ROOT, 'ana', { role: 'approver', merchants: ['M9'] });
    expect((await at(store, token, 1))!.account).toMatchObject({ role: 'approver', merchants: ['M9'] });
    await disableUser(store, ROOT, 'ana');
    expect(await at(store, token, 2)).toBeUndefined();
    await enableUser(store, ROOT, 'ana');
    expect(await at(store, token, 3)).toBeUndefined();
    const other = await open(store, userId);
    await setPassword(store, ROOT, 'ana', 'quite another sentence');
    expect(await at(store, other.token, 4)).toBeUndefined();
  });

  it('is refused while its user is disabled, should it have been opened meanwhile', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana');
    await disableUser(store, ROOT, 'ana');
    // By a sign-in that had read the user before.
    const { token } = await open(store, userId);
    expect(await at(store, token, 1)).toBeUndefined();
    await enableUser(store, ROOT, 'ana');
    expect(await at(store, token, 2)).toMatchObject({ account: { name: 'ana' } });
  });

  it('is signed out alone, or with all of its person', async () => {
    const store = await engine.emptied();
    const { userId } = await add(store, 'ana');
    const { userId: other } = await add(store, 'bia');
    const tokens: string[] = [];
    for (const user of [userId, userId, userId, other]) tokens.push((await open(store, user)).token);
    const open4 = async () => {
      const found = await Promise.all(tokens.map((token) => at(store, token, 1)));
      return found.map((one) => one !== undefined);
    };
    await signOut(store, (await at(store, tokens[0]!, 1))!, after(1));
    expect(await open4()).toEqual([false, true, true, true]);
    expect(await signOutEverywhere(store, (await at(store, tokens[1]!, 1))!, after(1))).toBe(2);
    expect(await open4()).toEqual([false, false, false, true]);
    expect((await trailOf(store)).slice(2)).toEqual(['ana sign-out', 'ana sign-out']);
  });
});

onEngines('the session of a person who has set a new password', (engine) => {
  it('is ended by an admin who sets another right after that', async () => {
    const store = await engine.emptied();
    const account = await add(store, 'ana');
    const hashOf = async () => {
      const row = await store.session(({ db }) =>
        db.selectFrom('users').select('password_hash').where('name', '=', 'ana').executeTakeFirstOrThrow(),
      );
      return row.password_hash;
    };
    const before = await hashOf();
    let resets = 0;
    /** A store in which the admin is there as soon as the change is kept. */
    const watched: Store = {
      ...store,
      session: async (work) => {
        const result = await store.session(work);
        if (resets === 0 && (await hashOf()) !== before) {
          resets += 1;
          await setPassword(store, ROOT, 'ana', 'what the admin has chosen');
        }
        return result;
      },
    };
    const changed = await changeOwnPassword(watched, account, {
      ...PLACE,
      ...{ password: PASSWORD, newPassword: 'what she has chosen' },
    });
    expect(resets).toBe(1);
    expect(changed.refused).toBeUndefined();
    if (changed.refused === undefined) expect(await at(store, changed.session.token, 1)).toBeUndefined();
  });
});

onEngines('an access token', (engine) => {
  it('is its user until it expires or is revoked', async () => {
    const store = await engine.emptied();
    const ana = await add(store, 'ana', { merchants: ['M1'] });
    const bia = await add(store, 'bia');
    const { text, tokenId } = await makeToken(store, ana, { name: 'nightly script', at: START });
    expect(text).toMatch(/^pr_[\w-]{43}$/);
    const of = (token: string, seconds: number) =>
      store.session((session) => accountOfToken(session, token, after(seconds)));
    expect(await of(text, 1)).toEqual({ userId: ana.userId, name: 'ana', role: 'viewer', merchants: ['M1'] });
    expect(await of(text.slice(3), 1)).toBeUndefined();
    expect(await of(text, 90 * 86_400 - 1)).toBeDefined();
    expect(await of(text, 90 * 86_400)).toBeUndefined();
    for (const [who, id] of [
      [bia, tokenId],
      [ana, '0'],
      [ana, "1' or true"],
    ] as const) {
      await expect(revokeToken(store, who, id, START)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    }
    await revokeToken(store, ana, tokenId, after(2));
    expect(await of(text, 3)).toBeUndefined();
    const [listed] = await store.session((session) => listTokens(session, ana.userId));
    expect(listed).toMatchObject({ name: 'nightly script', revokedAt: '2026-11-20 12:00:02+00' });
    expect((await trailOf(store)).slice(2)).toEqual(['ana token-make', 'ana token-revoke']);
  });

  it('ends with its user', async () => {
    const store = await engine.emptied();
    const ana = await add(store, 'ana');
    const { text } = await makeToken(store, ana, { name: 'x', at: START, expiresAt: after(365 * 86_400) });
    await disableUser(store, ROOT, 'ana');
    await enableUser(store, ROOT, 'ana');
    expect(await store.session((session) => accountOfToken(session, text, after(1)))).toBeUndefined();
  });

  it.each([
    ['an end that has passed', { name: 'x', expiresAt: START }],
    ['an end after a year', { name: 'x', expiresAt: after(365 * 86_400 + 1) }],
    ['no name', { name: ' ' }],
    ['a name with a control character', { name: 'a\u0007' }],
  ])('is not made with %s', async (_about, request) => {
    const store = await engine.emptied();
    const ana = await add(store, 'ana');
    await expect(makeToken(store, ana, { at: START, ...request })).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    });
  });
});
