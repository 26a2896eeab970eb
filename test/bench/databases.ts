import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findServerPrograms, type Server, startServer } from '../support/postgres-server.ts';

/** PostgreSQL's default settings. The tests' server gives up safety for speed. */
export const DEFAULTS = {
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
};

/** Starts a server for the benchmark only. */
export async function startDatabases(): Promise<Server> {
  const programs = findServerPrograms();
  if (programs === undefined) throw new Error('The benchmark needs PostgreSQL: apt-get install postgresql');
  return startServer(programs, DEFAULTS);
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
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href };
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
