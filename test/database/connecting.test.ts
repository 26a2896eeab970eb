import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { describeFault, type Fault } from '../../src/errors.ts';
import { onPostgresql } from '../support/engines.ts';
import { faultOf } from '../support/fault-of.ts';
import { freePort } from '../support/free-port.ts';
import { makeRole } from '../support/role.ts';

const PASSWORD = 'hush-hush-9';

it('a server that is not there is DATABASE_UNREACHABLE, with address and without password', async () => {
  const port = await freePort();
  const fault = await faultOfOpening(
    `postgresql://reader:${PASSWORD}@127.0.0.1:${port}/books?application_name=x`,
  );
  expect(fault.code).toBe('DATABASE_UNREACHABLE');
  expect(fault.detail.where).toBe(`postgresql://127.0.0.1:${port}/books`);
  expect(fault.detail.found).toBe('nothing listens there');
});

it('an unknown host is DATABASE_UNREACHABLE', async () => {
  const fault = await faultOfOpening(`postgresql://reader:${PASSWORD}@nowhere.invalid/books`);
  expect(fault.code).toBe('DATABASE_UNREACHABLE');
  expect(fault.detail.where).toBe('postgresql://nowhere.invalid:5432/books');
});

it('the folder of a socket is shown as the host', async () => {
  const fault = await faultOfOpening(`postgresql:///books?host=/nowhere&user=reader&password=${PASSWORD}`);
  expect(fault.code).toBe('DATABASE_UNREACHABLE');
  expect(fault.detail.where).toBe('postgresql:///nowhere:5432/books');
});

it.each([
  [`reader:${PASSWORD}`],
  [`postgresql://reader:${PASSWORD}@host:port/books`],
  [`postgresql://reader:${PASSWORD}#@host/books`],
])('text that is no URL is SETTINGS_INVALID, and not repeated: %#', async (text) => {
  const fault = await faultOfOpening(text);
  expect(fault.code).toBe('SETTINGS_INVALID');
  expect(describeFault(fault)).not.toContain('reader');
});

onPostgresql('a server that turns the user away', (engine) => {
  it.each([
    ['wrong password', (url: URL) => Object.assign(url, { password: PASSWORD }), 'wrong password'],
    ['unknown database', (url: URL) => Object.assign(url, { pathname: '/nowhere' }), 'no such database'],
  ])('is DATABASE_UNREACHABLE: %s', async (_name, change, found) => {
    const { settings } = await engine.database();
    const url = change(new URL(settings['databaseUrl']!));
    const fault = await faultOfOpening(url.href);
    expect(fault.code).toBe('DATABASE_UNREACHABLE');
    expect(fault.detail.found).toContain(found);
    expect(inspect(fault, { depth: 9 })).not.toContain(url.password);
  });

  it('names CONNECTION LIMIT of a role', async () => {
    const { settings } = await engine.database();
    const { url } = await makeRole(settings['databaseUrl']!, 'connection limit 0');
    const { code, detail } = await faultOfOpening(url);
    expect(code).toBe('DATABASE_UNREACHABLE');
    expect(detail.found).toBe('this user has all the connections that it may have');
    expect(detail.remedy).toContain('alter role … connection limit');
    expect(detail.remedy).not.toContain('max_connections');
  });

  it('names CONNECTION LIMIT of a database', async () => {
    const { settings } = await engine.database();
    const role = await makeRole(settings['databaseUrl']!);
    await role.administer(`alter database ${new URL(role.url).pathname.slice(1)} connection limit 0`);
    const { code, detail } = await faultOfOpening(role.url);
    expect(code).toBe('DATABASE_UNREACHABLE');
    expect(detail.found).toBe('the database has all the connections that it takes');
    expect(detail.remedy).toContain('alter database … connection limit');
  });
});

async function faultOfOpening(url: string): Promise<Fault> {
  const fault = await faultOf(openPostgres(url));
  expect(inspect(fault, { depth: 9 })).not.toContain(PASSWORD);
  expect(describeFault(fault)).not.toContain(PASSWORD);
  return fault;
}
