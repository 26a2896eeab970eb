import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findServerPrograms, type Server, startServer } from '../support/postgres-server.ts';
import { PROFILED } from './server-profile.ts';

/** PostgreSQL's default settings. The tests' server gives up safety for speed. */
export const DEFAULTS = {
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
};

/**
 * Starts a server for the benchmark only; BENCH_DATABASE_URL names one that keeps what takes long to make.
 * @param isProfiled whether it counts what each statement takes
 */
export async function startDatabases(isProfiled: boolean): Promise<Pick<Server, 'url' | 'stop'>> {
  const given = process.env['BENCH_DATABASE_URL'];
  if (given !== undefined) return { url: given, stop: async () => undefined };
  const programs = findServerPrograms();
  if (programs === undefined) throw new Error('The benchmark needs PostgreSQL: apt-get install postgresql');
  return startServer(programs, isProfiled ? { ...DEFAULTS, ...PROFILED } : DEFAULTS);
}

/**
 * Creates a database on a server and returns the environment that selects it.
 * @param template the environment of another database to copy
 */
export async function createDatabase(
  server: Pick<Server, 'url'>,
  template?: Readonly<{ DATABASE_URL: string }>,
): Promise<{ DATABASE_URL: string }> {
  const name = `bench_${randomBytes(8).toString('hex')}`;
  const source = template === undefined ? '' : ` template ${nameOf(template)} strategy file_copy`;
  await asked(server, `create database ${name}${source}`);
  // So that the first measured process does not also write earlier data.
  await asked(server, 'checkpoint');
  return named(server, name);
}

function named(server: Pick<Server, 'url'>, name: string): { DATABASE_URL: string } {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href };
}

/** The environment that selects a database of this name; undefined if the server has none. */
export async function findDatabase(
  server: Pick<Server, 'url'>,
  name: string,
): Promise<{ DATABASE_URL: string } | undefined> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    return rowCount === 0 ? undefined : named(server, name);
  } finally {
    await client.end();
  }
}

/** Gives a database a name by which {@link findDatabase} finds it, in place of an earlier one of this name. */
export async function keepDatabase(
  server: Pick<Server, 'url'>,
  database: Readonly<{ DATABASE_URL: string }>,
  name: string,
): Promise<{ DATABASE_URL: string }> {
  await asked(server, `drop database if exists ${name} with (force)`);
  await asked(server, `alter database ${nameOf(database)} rename to ${name}`);
  return named(server, name);
}

/** Drops the database, so that the rounds need no more disk space than one. */
export async function dropDatabase(
  server: Pick<Server, 'url'>,
  database: Readonly<{ DATABASE_URL: string }>,
): Promise<void> {
  await asked(server, `drop database ${nameOf(database)} with (force)`);
}

/** Vacuums the database, as a server does by itself between two nights. */
export async function settle({ DATABASE_URL }: Readonly<{ DATABASE_URL: string }>): Promise<void> {
  await asked({ url: DATABASE_URL }, 'vacuum (analyze)');
}

function nameOf({ DATABASE_URL }: Readonly<{ DATABASE_URL: string }>): string {
  return new URL(DATABASE_URL).pathname.slice(1);
}

async function asked(server: Pick<Server, 'url'>, statement: string): Promise<void> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
