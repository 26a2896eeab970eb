/** A database that turns a run away: each time a clear error, and nothing changed in the store or the reports. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { administer } from '../support/administer.ts';
import { type Engine, onPostgresql, type TestDatabase } from '../support/engines.ts';
import { filesOf, stateOf } from '../support/state.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, LATE_LINE, LINES, workingFolder, writeLog } from './past-day.ts';

const WORK = ['reconcile', '--date', DAY, '--in', 'logs', '--verbose'];
const PASSWORD = 'hush-hush-17';

interface Case {
  readonly about: string;
  /** Brings the fault about; gives the address to use, and what mends it again. */
  make(url: URL, execute: (statement: string) => Promise<unknown>): Promise<URL>;
  readonly code: string;
  readonly exit: number;
  readonly says: RegExp;
  /** The subject of doctor's line about it. */
  readonly subject: string;
}

const CASES: readonly Case[] = [
  {
    about: 'a wrong password',
    make: async (url) => Object.assign(url, { password: PASSWORD }),
    code: 'DATABASE_UNREACHABLE',
    exit: 4,
    says: /wrong password/,
    subject: 'database',
  },
  {
    about: 'a port on which nothing listens',
    make: async (url) => Object.assign(url, { port: '1' }),
    code: 'DATABASE_UNREACHABLE',
    exit: 4,
    says: /nothing listens there/,
    subject: 'database',
  },
  {
    about: 'a host that nobody knows',
    make: async (url) => Object.assign(url, { hostname: 'nowhere.invalid' }),
    code: 'DATABASE_UNREACHABLE',
    exit: 4,
    says: /the host name (is unknown|could not be looked up)/,
    subject: 'database',
  },
  {
    about: 'a database that is not there',
    make: async (url) => Object.assign(url, { pathname: '/nowhere' }),
    code: 'DATABASE_UNREACHABLE',
    exit: 4,
    says: /there is no such database/,
    subject: 'database',
  },
  {
    about: 'a role that has all the connections it may have',
    make: async (url, execute) => {
      const role = await makeRole(execute, 'connection limit 0');
      return withRole(url, role);
    },
    code: 'DATABASE_UNREACHABLE',
    exit: 4,
    says: /this user has all the connections that it may have[\s\S]*CONNECTION LIMIT/,
    subject: 'database',
  },
  {
    about: 'a server that is read-only',
    make: async (url, execute) => {
      await execute(`alter database ${url.pathname.slice(1)} set default_transaction_read_only = on`);
      return url;
    },
    code: 'DATABASE_NOT_WRITABLE',
    exit: 4,
    says: /read-only/,
    subject: 'rights',
  },
  {
    about: 'a role that may read and not insert',
    make: async (url, execute) => {
      const role = await makeRole(execute);
      await execute(`grant select on all tables in schema public to ${role}`);
      return withRole(url, role);
    },
    code: 'DATABASE_NOT_WRITABLE',
    exit: 4,
    says: /permission denied for table/,
    subject: 'rights',
  },
  {
    about: 'a role that may use no schema',
    make: async (url, execute) => {
      const role = await makeRole(execute);
      await execute('revoke all on schema public from public');
      return withRole(url, role);
    },
    code: 'DATABASE_NOT_WRITABLE',
    exit: 4,
    says: /may use no schema/,
    subject: 'rights',
  },
  {
    about: 'a layout of a newer program',
    make: async (url, execute) => {
      await execute("insert into migrations (name, sha256) values ('999999_later.sql', 'x')");
      return url;
    },
    code: 'SCHEMA_MISMATCH',
    exit: 3,
    says: /999999_later\.sql[\s\S]*a newer version of payin-recon/,
    subject: 'layout',
  },
];

onPostgresql('a database with a published day', (engine) => {
  it.each(CASES)('turns a run away: $about', async ({ make, code, exit, says, subject }) => {
    const { cwd, database, url, execute } = await publishedDay(engine);
    const address = await make(new URL(url), execute);
    const store = await database.open();
    const before = { state: await stateOf(store), files: filesOf(join(cwd, 'payin-recon-reports')) };
    writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE]);
    const environment = { DATABASE_URL: address.href };

    const failed = await run(WORK, { cwd, environment });
    expect(failed.stderr).toContain(`error ${code}: `);
    expect(failed.stderr).toMatch(says);
    expect(failed.code).toBe(exit);
    const examined = await run(['doctor', '--json', '--verbose'], { cwd, environment });
    const checks: { subject: string; grade: string; found: string; remedy: string }[] = JSON.parse(
      examined.stdout,
    ).checks;
    expect(checks.filter(({ grade }) => grade === 'bad')).toMatchObject([
      { subject, remedy: expect.any(String) },
    ]);
    expect(examined.code).toBe(exit);

    expect({ state: await stateOf(store), files: filesOf(join(cwd, 'payin-recon-reports')) }).toEqual(before);
    const said = [failed, examined].map(({ stdout, stderr }) => stdout + stderr).join();
    for (const password of [PASSWORD, new URL(url).password, address.password]) {
      expect(said).not.toContain(password);
    }
  });
});

onPostgresql('a role without the right to make tables', (engine) => {
  it('is turned away from an empty database, and works in one that is laid out', async () => {
    const cwd = workingFolder();
    const empty = await engine.database('empty');
    const role = await makeRole((statement) => execute(empty, statement));
    const environment = { DATABASE_URL: withRole(new URL(empty.environment['DATABASE_URL']!), role).href };
    const failed = await run(WORK, { cwd, environment });
    expect(failed.code).toBe(4);
    expect(failed.stderr).toContain('error DATABASE_NOT_WRITABLE: ');
    expect(failed.stderr).toContain('permission denied for schema public');
    const examined = await run(['doctor'], { cwd, environment });
    expect(examined.code).toBe(4);
    expect(examined.stdout).toContain(`to do: grant create on schema public to ${role};`);

    expect((await run(['migrate'], { cwd, environment: empty.environment })).code).toBe(0);
    await execute(
      empty,
      `grant select, insert, update, delete, truncate on all tables in schema public to ${role}`,
    );
    await execute(empty, `grant usage on all sequences in schema public to ${role}`);
    const done = await run(WORK, { cwd, environment });
    expect(done.stderr).not.toContain('error');
    expect(done.code).toBe(0);
    const again = await run(['doctor'], { cwd, environment });
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^doubtful +rights +the tables are not /m);
  });

  it('needs the right to use sequences, and is told so', async () => {
    const { cwd, database, url, execute } = await publishedDay(engine);
    const role = await makeRole(execute);
    await execute(`grant select, insert, update, delete, truncate on all tables in schema public to ${role}`);
    const environment = { DATABASE_URL: withRole(new URL(url), role).href };
    // What was read before came again under another name.
    writeLog(join(cwd, 'logs/copy.ndjson'), LINES);
    const failed = await run(['ingest', 'logs'], { cwd, environment });
    expect(failed.code).toBe(4);
    expect(failed.stderr).toContain('error DATABASE_NOT_WRITABLE: ');
    expect(failed.stderr).toContain('permission denied for sequence sources_source_id_seq');
    expect(failed.stderr).toContain('grant usage on all sequences in schema … to …;');
    const examined = await run(['doctor'], { cwd, environment });
    expect(examined.code).toBe(4);
    expect(examined.stdout).toContain(`may not use runs_run_id_seq, sources_source_id_seq`);
    expect(examined.stdout).toContain(`to do: grant usage on all sequences in schema public to ${role};`);

    await execute(`grant usage on all sequences in schema public to ${role}`);
    expect((await run(['ingest', 'logs'], { cwd, environment })).code).toBe(0);
    expect((await run(['doctor'], { cwd, environment })).code).toBe(0);
    const store = await database.open();
    const names = await store.session(({ db }) => db.selectFrom('source_names').select('name').execute());
    expect(names).toMatchObject([{ name: expect.stringMatching(/copy\.ndjson$/) }]);
  });
});

onPostgresql('a database in another encoding', (engine) => {
  it.each(['LATIN1', 'SQL_ASCII'])('is refused before anything is laid out: %s', async (encoding) => {
    const cwd = workingFolder();
    const url = new URL((await engine.database('empty')).environment['DATABASE_URL']!);
    const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`;
    const { adminUrl } = inject('templates').postgresql!;
    await administer(
      adminUrl,
      `create database ${name} template template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`,
    );
    onTestFinished(async () => {
      await administer(adminUrl, `drop database ${name} with (force)`);
    });
    const environment = { DATABASE_URL: Object.assign(url, { pathname: `/${name}` }).href };
    const failed = await run(WORK, { cwd, environment });
    expect(failed.code).toBe(3);
    expect(failed.stderr).toContain('error DATABASE_UNSUITABLE: ');
    expect(failed.stderr).toContain(`found:    the encoding ${encoding}`);
    const examined = await run(['doctor'], { cwd, environment });
    expect(examined.code).toBe(3);
    expect(examined.stdout).toMatch(
      new RegExp(`^bad +database .*${encoding}: expected the encoding UTF8`, 'm'),
    );
    expect(examined.stdout).toMatch(/^ok +layout +none yet/m);
  });
});

async function publishedDay(engine: Engine) {
  const cwd = workingFolder();
  const database = await engine.database();
  const done = await run(['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'], {
    cwd,
    environment: database.environment,
  });
  expect(done.code).toBe(0);
  const url = database.environment['DATABASE_URL']!;
  return { cwd, database, url, execute: (statement: string) => execute(database, statement) };
}

async function execute(database: TestDatabase, statement: string): Promise<void> {
  const store = await database.open();
  await store.session(({ db }) => sql.raw(statement).execute(db));
  await store.close();
}

/** A role with {@link PASSWORD}, gone after the test with all that it was granted. */
async function makeRole(execute: (statement: string) => Promise<unknown>, limits = ''): Promise<string> {
  const role = `payin_recon_role_${randomBytes(6).toString('hex')}`;
  await execute(`create role ${role} login password '${PASSWORD}' ${limits}`);
  // Before the database goes, which would take its grants along: a role that is named in one cannot be dropped.
  onTestFinished(async () => {
    await execute(`drop owned by ${role}`);
    await execute(`drop role ${role}`);
  });
  return role;
}

function withRole(url: URL, role: string): URL {
  return Object.assign(new URL(url), { username: role, password: PASSWORD });
}
