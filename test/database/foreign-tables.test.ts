import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { ownTables } from '../../src/database/foreign-tables.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines, onPostgresql, type TestDatabase } from '../support/engines.ts';
import { faultOf } from '../support/fault-of.ts';
import { makeRole } from '../support/role.ts';

/** Names of the relations that a store has, by their kinds in the catalogue. */
async function relationsOf({ db }: Session, ...kinds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind::text = any(${kinds}::text[])
    order by relname collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

onEngines('a database that is not empty', (engine) => {
  it.each([
    ['a table of a name of ours', 'create table users (id integer)', 'users'],
    ['several of them', 'create table users (id integer); create table runs (id integer)', 'runs, users'],
    ['a view of such a name', 'create view users as select 1 as id', 'users'],
    ['a table of a name that a later migration gives', 'create table judgings (id integer)', 'judgings'],
    ['a table of a name that a later migration takes away', 'create table looks (id integer)', 'looks'],
    [
      'an index of a name that a later migration gives',
      'create table customers (id integer); create index order_rows_begun on customers (id)',
      'order_rows_begun',
    ],
    [
      'a key of a name of ours',
      'create table customers (id integer constraint pay_ins_pkey primary key)',
      'pay_ins_pkey',
    ],
    [
      'a table with its key and its index, once',
      'create table runs (id integer primary key); create index runs_by_business_date on runs (id)',
      'runs',
    ],
    [
      'a sequence of a name that a later migration gives',
      'create sequence coverage_declarations_declaration_id_seq',
      'coverage_declarations_declaration_id_seq',
    ],
    ['a type of a name of ours', "create type sources as enum ('one', 'two')", 'sources'],
    ['a domain of a name that a later migration gives', 'create domain order_rows as integer', 'order_rows'],
    [
      'the key of a table of migrations with another name',
      'create table changes (id integer constraint migrations_pkey primary key)',
      'migrations_pkey',
    ],
    [
      "Laravel's migrations",
      'create table migrations (id serial primary key, migration text, batch integer)',
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
    const fault = await faultOf(migrate(store));
    expect(fault).toMatchObject({ code: 'DATABASE_UNSUITABLE', exitCode: 3 });
    expect(fault.detail.where).toBe(store.address);
    expect(fault.detail.found).toBe(`the schema public has ${names}, not made by this program`);
    expect(fault.detail.remedy).toMatch(
      /create schema recon authorization (\S+); alter role \1 in database \S+ set search_path = recon;$/,
    );
    const { rows } = await store.session(({ db }) => sql`select to_regclass('pay_ins') as made`.execute(db));
    expect(rows).toEqual([{ made: null }]);
  });

  it('is DATABASE_UNSUITABLE for every name that the tables, views, indexes and keys of a store have', async () => {
    const made = await (await engine.open()).session((session) => relationsOf(session, 'r', 'p', 'v', 'i'));
    const store = await (await engine.database('empty')).open();
    await store.session((session) =>
      session.script(made.map((name) => `create table ${name} (id integer);`).join('\n')),
    );
    const found = String((await faultOf(migrate(store))).detail.found);
    const named = new Set(/has (.*), not made/.exec(found)![1]!.split(', '));
    const unnamed = made.filter((name) => !named.has(name));
    // The server names these keys itself, and chooses another name where one is taken.
    expect(unnamed.filter((name) => !/_p?key$/.test(name))).toEqual([]);
    expect(unnamed.length).toBeLessThan(20);
  });

  it('is used if its tables have other names', async () => {
    const store = await (await engine.database('empty')).open();
    await store.session((session) => session.script('create table customers (id integer)'));
    expect((await migrate(store)).length).toBeGreaterThan(40);
  });

  it('has the tables of ownTables after the last migration', async () => {
    const made = await (await engine.open()).session((session) => relationsOf(session, 'r', 'p'));
    expect(ownTables().toSorted()).toEqual(made);
    expect(made).toEqual(expect.arrayContaining(['judgings', 'migrations', 'order_rows', 'pay_ins']));
  });
});

function nameOf({ settings }: TestDatabase): string {
  return new URL(settings['databaseUrl']!).pathname.slice(1);
}

onPostgresql(
  'a role with a schema of its own, where another schema of its search path has the tables',
  (engine) => {
    it('is reported, and no second store is made', async () => {
      const database = await engine.database();
      const role = await makeRole(database.settings['databaseUrl']!);
      await role.administer(`create schema ${role.name} authorization ${role.name}`);
      const store = await openPostgres(role.url);
      onTestFinished(() => store.close());
      const fault = await faultOf(migrate(store));
      expect(fault).toMatchObject({ code: 'DATABASE_UNSUITABLE' });
      expect(fault.detail.found).toBe(
        `the schema ${role.name} has no tables of this program, but public, which is also in the search path, has them`,
      );
      const of = `alter role ${role.name} in database ${nameOf(database)} set search_path`;
      expect(fault.detail.remedy).toBe(
        `To use those: ${of} = public. To begin a new store nevertheless: ${of} = ${role.name}.`,
      );
    });

    it('makes a store of its own where only its schema is in the search path', async () => {
      const database = await engine.database();
      const role = await makeRole(database.settings['databaseUrl']!);
      await role.administer(`create schema ${role.name} authorization ${role.name}`);
      await role.administer(
        `alter role ${role.name} in database ${nameOf(database)} set search_path = ${role.name}`,
      );
      const store = await openPostgres(role.url);
      onTestFinished(() => store.close());
      expect((await migrate(store)).length).toBeGreaterThan(40);
      expect(await migrate(store)).toEqual([]);
    });
  },
);
