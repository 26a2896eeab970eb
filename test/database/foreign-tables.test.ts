import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Store } from '../../src/database/store.ts';
import { Fault } from '../../src/errors.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { makeRole } from '../support/role.ts';

async function faultOf(store: Store): Promise<Fault> {
  const error = await migrate(store).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Fault);
  return error as Fault;
}

onEngines('a database that is not empty', (engine) => {
  it.each([
    ['a table of a name of ours', 'create table users (id integer)', 'users'],
    ['several of them', 'create table users (id integer); create table runs (id integer)', 'runs, users'],
    ['a view of such a name', 'create view users as select 1 as id', 'users'],
    [
      "Laravel's migrations",
      'create table migrations (id serial, migration text, batch integer)',
      'migrations',
    ],
    [
      "TypeORM's migrations",
      'create table migrations (id serial, "timestamp" bigint, name text)',
      'migrations',
    ],
  ])('is DATABASE_UNSUITABLE, and is left as it is: %s', async (_about, statements, names) => {
    const store = await (await engine.database('empty')).open();
    await store.session((session) => session.script(statements));
    const fault = await faultOf(store);
    expect(fault).toMatchObject({ code: 'DATABASE_UNSUITABLE', exitCode: 3 });
    expect(fault.detail.where).toBe(store.address);
    expect(fault.detail.found).toBe(`the schema public has ${names}, not made by this program`);
    expect(fault.detail.remedy).toContain('set search_path');
    const { rows } = await store.session(({ db }) => sql`select to_regclass('pay_ins') as made`.execute(db));
    expect(rows).toEqual([{ made: null }]);
  });

  it('is used if its tables have other names', async () => {
    const store = await (await engine.database('empty')).open();
    await store.session((session) => session.script('create table customers (id integer)'));
    expect((await migrate(store)).length).toBeGreaterThan(40);
  });
});

onPostgresql(
  'a role with a schema of its own, where another schema of its search path has the tables',
  (engine) => {
    it('is told so, and no second store is made', async () => {
      const database = await engine.database();
      const role = await makeRole(database.settings['databaseUrl']!);
      await role.administer(`create schema ${role.name} authorization ${role.name}`);
      const store = await openPostgres(role.url);
      onTestFinished(() => store.close());
      const fault = await faultOf(store);
      expect(fault).toMatchObject({ code: 'DATABASE_UNSUITABLE' });
      expect(fault.detail.found).toBe(
        `the schema ${role.name} has no tables of this program, but public, which is also in the search path, has them`,
      );
      expect(fault.detail.remedy).toContain(`alter role ${role.name} set search_path = public`);
    });

    it('makes a store of its own where only its schema is in the search path', async () => {
      const database = await engine.database();
      const role = await makeRole(database.settings['databaseUrl']!);
      await role.administer(`create schema ${role.name} authorization ${role.name}`);
      await role.administer(`alter role ${role.name} set search_path = ${role.name}`);
      const store = await openPostgres(role.url);
      onTestFinished(() => store.close());
      expect((await migrate(store)).length).toBeGreaterThan(40);
      expect(await migrate(store)).toEqual([]);
    });
  },
);
