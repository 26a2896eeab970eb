import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';
import { type Engine, onPostgresql } from './engines.ts';
import { freePort } from './free-port.ts';
import { ordinaryUser } from './postgres-server.ts';

/** PgBouncer, a pooler of connections to PostgreSQL; Debian has a package of the same name. */
const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Runs tests that need a server and a pooler before it. They are skipped if this machine has no PgBouncer. */
export function onPgbouncer(title: string, define: (engine: Engine) => void): void {
  describe.skipIf(!existsSync(PGBOUNCER))(`${title}, through PgBouncer`, () => onPostgresql('', define));
}

export type Pooling = Readonly<
  { pool_mode: 'session' | 'transaction' | 'statement' } & Record<string, string | number>
>;

export interface Pooler {
  /** The address of the database through the pooler. */
  readonly url: string;
  /** Changes settings of the running pooler, and waits until it goes by them. */
  set(settings: Pooling): Promise<void>;
}

/** Starts a pooler before a database, with settings of its own; it ends with the test. */
export async function startPgbouncer(databaseUrl: string, settings: Pooling): Promise<Pooler> {
  const user = ordinaryUser();
  const folder = mkdtempSync('/tmp/payin-recon-pgbouncer-');
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const [host, port] = ['127.0.0.1', await freePort()] as const;
  const file = join(folder, 'pgbouncer.ini');
  const write = (changed: Pooling) =>
    writeFileSync(file, configuration(databaseUrl, { host, port, changed }));
  write(settings);
  const child = spawn(PGBOUNCER, ['-q', file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (block: Buffer) => {
    said += block.toString('utf8');
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = Object.assign(new URL(databaseUrl), { host: `${host}:${port}` }).href;
  await untilAnswers(url, child, () => said);
  return {
    url,
    set: async (changed) => {
      write(changed);
      child.kill('SIGHUP');
      const console = new URL(url);
      [console.pathname, console.username] = ['/pgbouncer', 'pgbouncer'];
      for (;;) {
        const rows = await ask<{ key: string; value: string }>(console.href, 'show config');
        const known = new Map(rows.map(({ key, value }) => [key, value]));
        if (Object.entries(changed).every(([key, value]) => known.get(key) === String(value))) return;
        await sleep(20);
      }
    },
  };
}

function configuration(
  databaseUrl: string,
  { host, port, changed }: { readonly host: string; readonly port: number; readonly changed: Pooling },
): string {
  const { hostname, port: serverPort, pathname, username, password } = new URL(databaseUrl);
  const settings = {
    listen_addr: host,
    listen_port: port,
    unix_socket_dir: '',
    // Whoever comes is let in, as the user of the address below.
    auth_type: 'any',
    admin_users: 'pgbouncer',
    ...changed,
  };
  // The server of TEST_DATABASE_URL may want no password; an empty one is a mistake of the configuration.
  const given = Object.entries({ host: hostname, port: serverPort, user: username, password });
  const database = given
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return ['[databases]', `${pathname.slice(1)} = ${database}`, '[pgbouncer]', ...lines, ''].join('\n');
}

async function untilAnswers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const console = new URL(url);
  [console.pathname, console.username] = ['/pgbouncer', 'pgbouncer'];
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said()}`);
    const answers = await ask(console.href, 'show version').catch(() => undefined);
    if (answers !== undefined) return;
    await sleep(20);
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
