import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findServerPrograms, type Server, startServer } from '../support/postgres-server.ts';

/** What PostgreSQL has when nobody changes it; the server of the tests gives up safety for speed. */
const DEFAULTS = {
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
};

/** Starts a server for the benchmark alone. */
export async function startDatabases(): Promise<Server> {
  const programs = findServerPrograms();
  if (programs === undefined) throw new Error('The benchmark needs PostgreSQL: apt-get install postgresql');
  return startServer(programs, DEFAULTS);
}

/**
 * A new database of a server, by the environment that names it.
 * @param template the environment of another one, to begin as a copy of it
 */
export async function createDatabase(
  server: Pick<Server, 'url'>,
  template?: Readonly<Record<string, string>>,
): Promise<{ DATABASE_URL: string }> {
  const name = `bench_${randomBytes(8).toString('hex')}`;
  const source =
    template === undefined ? '' : ` template ${new URL(template['DATABASE_URL']!).pathname.slice(1)}`;
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    await client.query(`create database ${name}${source}`);
  } finally {
    await client.end();
  }
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href };
}
