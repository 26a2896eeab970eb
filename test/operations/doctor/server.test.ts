import { expect, inject, it, onTestFinished } from 'vitest';
import { administer as administerAs } from '../../support/administer.ts';
import { type Engine, onPostgresql } from '../../support/engines.ts';
import { makeRole, type Role } from '../../support/role.ts';
import { checksOfServer } from './checks-of-server.ts';

async function owner(engine: Engine, options = ''): Promise<Role & { readonly database: string }> {
  const url = (await engine.database('empty')).settings['databaseUrl']!;
  const role = await makeRole(url, options);
  const database = new URL(url).pathname.slice(1);
  await role.administer(`grant create, usage on schema public to ${role.name}`);
  return { ...role, database };
}

/** Makes a tablespace in the server's own folder; it is removed after the test. */
async function makeTablespace(name: string): Promise<void> {
  const url = new URL(inject('templates').postgresql!.adminUrl);
  url.searchParams.set('options', '-c allow_in_place_tablespaces=on');
  await administerAs(url.href, `create tablespace ${name} location ''`);
  onTestFinished(async () => void (await administerAs(url.href, `drop tablespace ${name}`)));
}

/** What doctor finds on a server that is not ok. */
async function notOk(url: string, more = {}) {
  const checks = await checksOfServer(url, more);
  // The clock of these tests is not that of the server.
  return checks.filter(({ grade, subject }) => grade !== 'ok' && subject !== 'clock');
}

onPostgresql('doctor of a server', (engine) => {
  it('finds nothing where all is granted', async () => {
    expect(await notOk((await owner(engine)).url)).toEqual([]);
  });

  it('names the grant that temporary tables take', async () => {
    const { url, name, database, administer } = await owner(engine);
    await administer(`revoke temporary on database ${database} from public`);
    expect(await notOk(url)).toMatchObject([
      {
        subject: 'rights',
        grade: 'bad',
        found: `${name} may not make temporary tables in the database ${database}`,
        remedy: `grant temporary on database ${database} to ${name};`,
        exitCode: 4,
      },
    ]);
  });

  it('names the tables that the role may not write, whatever they were called first', async () => {
    const { settings } = await engine.database();
    const { url, name, administer } = await makeRole(settings['databaseUrl']!);
    await administer(`grant usage on schema public to ${name}`);
    await administer(
      `grant select, insert, update, delete, truncate on all tables in schema public to ${name}`,
    );
    await administer(`revoke delete on judgings, order_rows, runs from ${name}`);
    const [rights] = await notOk(url);
    expect(rights).toMatchObject({
      subject: 'rights',
      grade: 'bad',
      found: `${name} may not read, write and empty judgings, order_rows, runs`,
      exitCode: 4,
    });
  });

  it('names the tablespace in which the role may not make tables', async () => {
    const { url, name, administer } = await owner(engine);
    const space = `${name}_space`;
    await makeTablespace(space);
    await administer(`alter role ${name} set default_tablespace = ${space}`);
    expect(await notOk(url)).toMatchObject([
      {
        subject: 'rights',
        grade: 'bad',
        found: `${name} may not make tables in the tablespace of default_tablespace, ${space}`,
        remedy: `grant create on tablespace ${space} to ${name};`,
        exitCode: 4,
      },
    ]);
    await administer(`grant create on tablespace ${space} to ${name}`);
    expect(await notOk(url)).toEqual([]);
  });

  it('does not mind a default_tablespace that is the one of the database, or none', async () => {
    const { url, name, administer } = await owner(engine);
    for (const space of ['pg_default', 'lost']) {
      await administer(`alter role ${name} set default_tablespace = ${space}`);
      expect(await notOk(url)).toEqual([]);
    }
  });

  it.each([
    [1, {}, 4],
    [3, {}, 4],
    [6, { reconcile: { lanes: 8 } }, 9],
  ])('names the limit on the connections of a role: %i', async (limit, more, least) => {
    const { url, name } = await owner(engine, `connection limit ${limit}`);
    expect(await notOk(url, more)).toMatchObject([
      {
        subject: 'connections',
        grade: 'bad',
        found: `${name} may have ${limit} at once, and a command takes up to ${least}`,
        remedy: `alter role ${name} connection limit 50;`,
        exitCode: 4,
      },
    ]);
  });

  it('names the limit on the connections to a database', async () => {
    const { url, database, administer } = await owner(engine);
    await administer(`alter database ${database} connection limit 2`);
    expect(await notOk(url)).toMatchObject([
      {
        subject: 'connections',
        found: `the database ${database} takes 2 at once, and a command takes up to 4`,
        remedy: `alter database ${database} connection limit 50;`,
      },
    ]);
  });

  it('finds no fault with limits that suffice', async () => {
    expect(await notOk((await owner(engine, 'connection limit 4')).url)).toEqual([]);
  });

  it.each([
    'create table users (id integer)',
    'create table migrations (id serial, migration text, batch integer)',
  ])('says once that a database is not empty: %s', async (statement) => {
    const { url, name, database, administer } = await owner(engine);
    await administer(statement);
    expect(await notOk(url)).toMatchObject([
      {
        subject: 'layout',
        grade: 'bad',
        found: expect.stringMatching(/the schema public has \w+, not made by this program$/),
        remedy: expect.stringContaining(`alter role ${name} in database ${database} set search_path = recon`),
        exitCode: 3,
      },
    ]);
  });

  it('says once that another schema of the search path has the tables', async () => {
    const url = (await engine.database()).settings['databaseUrl']!;
    const role = await makeRole(url);
    await role.administer(`create schema ${role.name} authorization ${role.name}`);
    expect(await notOk(role.url)).toMatchObject([
      { subject: 'layout', grade: 'bad', found: expect.stringContaining('but public, which is also') },
    ]);
  });
});
