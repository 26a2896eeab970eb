/** A user of an OpenID provider whom it identifies anew, taken over only if an administrator has allowed it. */
import { expect, it } from 'vitest';
import { disableUser, enableUser, relinkUser } from '../../src/access/change-users.ts';
import { type KnownPerson, knownUser } from '../../src/access/known-user.ts';
import { openSession } from '../../src/access/sessions.ts';
import { signInKnown } from '../../src/access/sign-in.ts';
import { makeToken } from '../../src/access/tokens.ts';
import { readUser, type User } from '../../src/access/users.ts';
import type { Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { add, after, LIMITS, ROOT, START, trailOf } from './people.ts';

const CARLA = {
  origin: 'oidc',
  name: 'Carla',
  subject: 'https://login.example 17',
  access: { role: 'operator', merchants: ['M1'] },
} as const satisfies KnownPerson;
/** The same name at another issuer, with other groups. */
const ANEW = {
  ...CARLA,
  subject: 'https://new.example 3',
  access: { role: 'viewer', merchants: undefined },
} as const;
const PLACE = { address: '192.0.2.1', agent: 'test', at: START, limits: LIMITS };

onEngines('a user of a provider', (engine) => {
  it('is taken over by another subject only after a relink, once, with the role of its groups', async () => {
    const store = await engine.emptied();
    const { userId } = (await knownUser(store, START, CARLA))!;
    const changed = { code: 'SUBJECT_CHANGED', detail: { where: 'Carla' } };
    await expect(knownUser(store, START, ANEW)).rejects.toMatchObject(changed);
    expect(await relinkUser(store, { ...ROOT, dryRun: true }, 'Carla')).toMatchObject({ isUnlinked: true });
    await expect(knownUser(store, START, ANEW)).rejects.toMatchObject(changed);
    await relinkUser(store, ROOT, 'Carla');
    await relinkUser(store, ROOT, 'Carla');
    expect(await knownUser(store, START, ANEW)).toMatchObject({
      ...{ userId, name: 'Carla', role: 'viewer', merchants: undefined, isUnlinked: false },
    });
    expect(await knownUser(store, START, ANEW)).toMatchObject({ userId });
    await expect(knownUser(store, START, CARLA)).rejects.toMatchObject(changed);
    expect(await trailOf(store)).toEqual([
      ...['Carla user-add', 'root user-relink', 'Carla user-link', 'Carla user-role', 'Carla user-merchants'],
    ]);
  });

  it('is taken over by nobody whose name differs, who has no role, or who is another user', async () => {
    const store = await engine.emptied();
    await knownUser(store, START, CARLA);
    const other = { ...ANEW, subject: 'https://login.example 18' };
    await knownUser(store, START, { ...other, name: 'bruno' });
    await relinkUser(store, ROOT, 'Carla');
    const exists = { code: 'USER_EXISTS' };
    for (const name of ['carla', 'CARLA', '\uff23arla']) {
      await expect(knownUser(store, START, { ...ANEW, name })).rejects.toMatchObject(exists);
    }
    await expect(knownUser(store, START, other)).rejects.toMatchObject(exists);
    await expect(
      knownUser(store, START, { origin: 'proxy', name: 'Carla', access: undefined }),
    ).rejects.toMatchObject(exists);
    expect(await knownUser(store, START, { ...ANEW, access: undefined })).toBeUndefined();
    expect(await userOf(store)).toMatchObject({ isUnlinked: true, role: 'operator' });
  });

  it('has no session and no access token after a relink, nor a sign-in that had begun', async () => {
    const store = await engine.emptied();
    const user = (await knownUser(store, START, CARLA))!;
    await store.session((session) => openSession(session, user.userId, PLACE));
    await makeToken(store, user, { name: 'script', at: START });
    await relinkUser(store, { ...ROOT, at: after(60) }, 'Carla');
    expect(await signInKnown(store, user, PLACE)).toBeUndefined();
    await expect(makeToken(store, user, { name: 'late', at: START })).rejects.toMatchObject({
      ...{
        code: 'TOKEN_INVALID',
        detail: { found: 'a user who is linked to nobody at the OpenID provider' },
      },
    });
    const left = await store.session(async ({ db }) => ({
      sessions: await db.selectFrom('sessions').select('user_id').execute(),
      tokens: await db.selectFrom('access_tokens').select('revoked_at').execute(),
    }));
    expect(left).toEqual({ sessions: [], tokens: [{ revoked_at: '2026-11-20 12:01:00+00' }] });
  });

  it('is not of the person before whose sign-in ends only after another one has taken it over', async () => {
    const store = await engine.emptied();
    const before = (await knownUser(store, START, CARLA))!;
    await relinkUser(store, ROOT, 'Carla');
    const anew = (await knownUser(store, START, ANEW))!;
    expect(await signInKnown(store, before, PLACE)).toBeUndefined();
    expect(await signInKnown(store, anew, PLACE)).toMatchObject({ token: expect.any(String) });
  });

  it('stays disabled, and is taken over by nobody until it is enabled', async () => {
    const store = await engine.emptied();
    await knownUser(store, START, CARLA);
    await disableUser(store, ROOT, 'Carla');
    await relinkUser(store, ROOT, 'Carla');
    const refused = (await knownUser(store, START, ANEW))!;
    expect(refused).toMatchObject({ isUnlinked: true, role: 'operator' });
    expect(refused.disabledAt).toBeDefined();
    expect(await signInKnown(store, refused, PLACE)).toBeUndefined();
    await enableUser(store, ROOT, 'Carla');
    expect(await signInKnown(store, refused, PLACE), 'not linked').toBeUndefined();
    expect(await knownUser(store, START, { ...ANEW, subject: 'https://new.example 4' })).toMatchObject({
      ...{ role: 'viewer', isUnlinked: false },
    });
  });

  it('who signs in with a password or at a proxy is not relinked', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    await add(store, 'davi', { password: undefined });
    for (const [name, found] of [
      ['ana', 'a user who signs in by password'],
      ['davi', 'a user who signs in by proxy'],
    ] as const) {
      await expect(relinkUser(store, ROOT, name)).rejects.toMatchObject({
        ...{ code: 'USER_NOT_OF_PROVIDER', detail: { where: name, found } },
      });
    }
    await expect(relinkUser(store, ROOT, 'eve')).rejects.toMatchObject({ code: 'USER_UNKNOWN' });
  });
});

function userOf(store: Store): Promise<User | undefined> {
  return store.session((session) => readUser(session, 'Carla'));
}
