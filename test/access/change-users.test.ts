import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { changeUser, disableUser, enableUser, setPassword } from '../../src/access/change-users.ts';
import { type KnownPerson, knownUser } from '../../src/access/known-user.ts';
import { accessOfGroups } from '../../src/access/provider-access.ts';
import { UserChanged, userDigest } from '../../src/access/seen-user.ts';
import { readUser, readUsers } from '../../src/access/users.ts';
import { storeInTurn } from '../../src/database/store-in-turn.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { add, after, PASSWORD, ROOT, START, signIn, trailOf } from './people.ts';

const CARLA: KnownPerson = {
  origin: 'oidc',
  name: 'carla',
  subject: 'https://login.example 17',
  access: { role: 'operator', merchants: ['M2', 'M1'] },
};

onEngines('users', (engine) => {
  it('are added, changed, disabled and enabled, each change with its entry and without a secret', async () => {
    const store = await engine.emptied();
    await add(store, 'ana', { role: 'admin' });
    await add(store, 'bruno', { merchants: ['M2', 'M1', 'M2'] });
    await changeUser(store, ROOT, 'bruno', { role: 'operator' });
    await changeUser(store, ROOT, 'bruno', { role: 'operator' });
    await changeUser(store, ROOT, 'bruno', { merchants: null });
    await setPassword(store, ROOT, 'bruno', 'another long sentence');
    await disableUser(store, ROOT, 'bruno');
    expect(await store.session((session) => readUser(session, 'bruno'))).toMatchObject({
      ...{ role: 'operator', merchants: undefined, origin: 'password' },
      disabledAt: '2026-11-20 12:00:00+00',
    });
    await enableUser(store, ROOT, 'bruno');
    expect(await store.session(readUsers)).toMatchObject([
      { name: 'ana', role: 'admin' },
      { name: 'bruno', disabledAt: undefined },
    ]);
    expect(await trailOf(store)).toEqual([
      ...['root user-add', 'root user-add', 'root user-role', 'root user-merchants'],
      ...['root user-password', 'root user-disable', 'root user-enable'],
    ]);
    const { rows } = await store.session(({ db }) =>
      sql<{ text: string }>`select e::text as text from audit_entries e order by entry`.execute(db),
    );
    const text = rows.map((row) => row.text).join('\n');
    expect(text).toContain('M1');
    expect(text).not.toMatch(/argon2|sentence/);
  });

  it('are not changed by a dry run', async () => {
    const store = await engine.emptied();
    await add(store, 'ana');
    const changed = await changeUser(store, { ...ROOT, dryRun: true }, 'ana', { role: 'admin' });
    expect(changed.role).toBe('admin');
    expect((await store.session(readUsers))[0]!.role).toBe('viewer');
    expect(await trailOf(store)).toEqual(['root user-add']);
  });

  it('are not given access by somebody who saw them otherwise', async () => {
    const store = await engine.emptied();
    await add(store, 'ana', { role: 'admin' });
    await add(store, 'carla', { role: 'operator' });
    const seenNow = async () => userDigest((await store.session((session) => readUser(session, 'carla')))!);
    const whole = await seenNow();
    await changeUser(store, ROOT, 'carla', { merchants: ['M1'] });
    const stale = changeUser(store, ROOT, 'carla', { role: 'approver', merchants: null }, whole);
    await expect(stale).rejects.toBeInstanceOf(UserChanged);
    await expect(stale).rejects.toMatchObject({ user: { role: 'operator', merchants: ['M1'] } });
    await expect(changeUser(store, ROOT, 'carla', { role: 'admin' }, '')).rejects.toThrow(UserChanged);
    await disableUser(store, ROOT, 'carla');
    const disabled = await seenNow();
    await enableUser(store, ROOT, 'carla', disabled);
    await disableUser(store, { ...ROOT, at: after(60) }, 'carla');
    await expect(enableUser(store, ROOT, 'carla', disabled)).rejects.toThrow(UserChanged);
    expect((await trailOf(store)).slice(2)).toEqual([
      ...['root user-merchants', 'root user-disable', 'root user-enable', 'root user-disable'],
    ]);
    await changeUser(store, ROOT, 'carla', { role: 'viewer', merchants: ['M1'] }, await seenNow());
    await enableUser(store, ROOT, 'carla', await seenNow());
    expect(await store.session((session) => readUser(session, 'carla'))).toMatchObject({
      ...{ role: 'viewer', merchants: ['M1'], disabledAt: undefined },
    });
  });

  it('have names that do not differ only in case, and are found by the exact name', async () => {
    const store = await engine.emptied();
    await add(store, 'Jos\u00e9');
    for (const name of ['jos\u00e9', 'JOSE\u0301', 'Jos\u00e9']) {
      await expect(add(store, name)).rejects.toMatchObject({ code: 'USER_EXISTS' });
    }
    const found = (name: string) => store.session((session) => readUser(session, name));
    expect(await found('Jose\u0301')).toMatchObject({ name: 'Jos\u00e9' });
    expect(await found('jos\u00e9')).toBeUndefined();
    await expect(disableUser(store, ROOT, 'jos\u00e9')).rejects.toMatchObject({ code: 'USER_UNKNOWN' });
  });

  it('have names that do not look the same, also where two are added at once', async () => {
    const store = await engine.emptied();
    await add(store, 'Ana Lima');
    const wide = '\uff21\uff4e\uff41 Lima';
    for (const name of ['Ana  Lima', 'ana   lima', wide, 'Ana L\u2170ma']) {
      await expect(add(store, name)).rejects.toMatchObject({
        code: 'USER_EXISTS',
        detail: { where: 'Ana Lima' },
      });
    }
    const inTurn = storeInTurn(store, 600_000);
    const added = await Promise.allSettled([add(inTurn, 'Bruno'), add(inTurn, '\uff22runo')]);
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(added).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'USER_EXISTS' }) }),
    );
    expect(await store.session(readUsers)).toHaveLength(2);
  });

  it('keep names that looked the same before that was refused, and change their case', async () => {
    const store = await engine.emptied();
    await add(store, 'carla  lima');
    await knownUser(store, START, { ...CARLA, name: 'carla' });
    const renamed = "update users set name = 'carla lima', name_key = 'carla lima' where origin = 'oidc'";
    await store.session((session) => session.script(renamed));
    const known = (name: string) => knownUser(store, START, { ...CARLA, name });
    expect(await known('Carla Lima')).toMatchObject({ name: 'Carla Lima' });
    await expect(known('carla  LIMA')).rejects.toMatchObject({ code: 'USER_EXISTS' });
    expect(await known('carla.lima')).toMatchObject({ name: 'carla.lima' });
    await expect(known('carla lima')).rejects.toMatchObject({ code: 'USER_EXISTS' });
  });

  it('keep one admin who may manage users', async () => {
    const store = await engine.emptied();
    await add(store, 'ana', { role: 'admin' });
    await add(store, 'bia', { role: 'admin', merchants: ['M1'] });
    const last = { code: 'LAST_ADMIN' };
    await expect(disableUser(store, ROOT, 'ana')).rejects.toMatchObject(last);
    await expect(changeUser(store, ROOT, 'ana', { role: 'approver' })).rejects.toMatchObject(last);
    await expect(changeUser(store, ROOT, 'ana', { merchants: ['M1'] })).rejects.toMatchObject(last);
    await changeUser(store, ROOT, 'bia', { merchants: null });
    await disableUser(store, ROOT, 'ana');
    await expect(disableUser(store, ROOT, 'bia')).rejects.toMatchObject(last);
  });

  it('of a provider are added and follow their groups, and take over no other user', async () => {
    const store = await engine.emptied();
    const known = (more: Partial<KnownPerson>) => knownUser(store, START, { ...CARLA, ...more });
    expect(await known({ access: undefined })).toBeUndefined();
    expect(await known({})).toMatchObject({ name: 'carla', role: 'operator', merchants: ['M1', 'M2'] });
    expect(await known({ access: { role: 'admin', merchants: undefined } })).toMatchObject({ role: 'admin' });
    expect(await known({})).toMatchObject({ role: 'operator' });
    expect(await known({ name: 'carla.lima' })).toMatchObject({ name: 'carla.lima' });
    await add(store, 'ana');
    await expect(known({ name: 'ana' })).rejects.toMatchObject({ code: 'USER_EXISTS' });
    await expect(known({ name: 'Ana', subject: 'other' })).rejects.toMatchObject({ code: 'USER_EXISTS' });
    await expect(
      knownUser(store, START, { origin: 'proxy', name: 'ana', access: undefined }),
    ).rejects.toMatchObject({ code: 'USER_EXISTS' });
    for (const change of [
      changeUser(store, ROOT, 'carla.lima', { role: 'admin' }),
      setPassword(store, ROOT, 'carla.lima', PASSWORD),
    ]) {
      await expect(change).rejects.toMatchObject({ code: 'USER_NOT_LOCAL' });
    }
    expect(await trailOf(store)).toContain('carla.lima user-name');
  });

  it('of a proxy keep the role that they were given here', async () => {
    const store = await engine.emptied();
    await add(store, 'davi', { role: 'approver', password: undefined });
    const davi = await knownUser(store, START, { origin: 'proxy', name: 'davi', access: undefined });
    expect(davi).toMatchObject({ role: 'approver', origin: 'proxy' });
    expect(await signIn(store, 'davi', 0)).toEqual({ refused: 'wrong' });
    expect(
      await knownUser(store, START, { origin: 'proxy', name: 'eve', access: undefined }),
    ).toBeUndefined();
  });
});

onPostgresql('users on a server', (engine) => {
  it('keep one admin, if two disable each other at once', async () => {
    const store = await engine.open();
    await add(store, 'ana', { role: 'admin' });
    await add(store, 'bia', { role: 'admin' });
    const results = await Promise.allSettled(['ana', 'bia'].map((name) => disableUser(store, ROOT, name)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(
      (await store.session(readUsers)).filter(({ disabledAt }) => disabledAt === undefined),
    ).toHaveLength(1);
  });

  it('are disabled while a run has the lock of the store', async () => {
    const database = await engine.database();
    const [run, page] = [await database.open(), await database.open()];
    await add(page, 'ana');
    await run.exclusively(() => disableUser(page, { ...ROOT, at: after(60) }, 'ana'));
    expect(await signIn(page, 'ana', 61)).toEqual({ refused: 'wrong' });
    expect(await trailOf(page)).toEqual(['root user-add', 'root user-disable', 'ana sign-in-failed']);
  });
});

it('groups give the highest role, and the merchants of all that are limited', () => {
  const settings = {
    roles: { all: 'viewer', leads: 'approver', br: 'operator' },
    merchants: { br: ['M1'], eg: ['M2'] },
  } as const;
  const of = (...groups: string[]) =>
    accessOfGroups(groups, { roles: settings.roles, merchants: { br: ['M1'], eg: ['M2'] } });
  expect(of()).toBeUndefined();
  expect(of('toString', 'eg')).toBeUndefined();
  expect(of('all', 'leads', 'br')).toEqual({ role: 'approver', merchants: ['M1'] });
  expect(of('eg', 'br', 'all')).toEqual({ role: 'operator', merchants: ['M1', 'M2'] });
  expect(of('all')).toEqual({ role: 'viewer', merchants: undefined });
});
