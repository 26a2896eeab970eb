/** A server that ends the connection, or itself, while a run is at work; and one that has become a standby. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { onPostgresql } from '../support/engines.ts';
import { EMPTY_DATABASE } from '../support/global-setup.ts';
import { onOwnServer } from '../support/own-server.ts';
import { filesOf, stateOf } from '../support/state.ts';
import { until } from '../support/until.ts';
import { ended, run, start } from './command.ts';
import { DAY, DAY_AFTER, LATE_LINE, workingFolder, writeLog } from './past-day.ts';

const RECONCILE = ['reconcile', '--date', DAY];
const TOO_MANY = '53300';

/** Where a command is when it waits to write this table, which others may read meanwhile. */
const MOMENTS = [
  { words: ['ingest', 'logs'], table: 'callbacks' },
  { words: RECONCILE, table: 'work_callbacks' },
];

onPostgresql('a run whose connection the server ends', (engine) => {
  it.each(MOMENTS)('fails, keeps nothing, and can be run again: $words', async ({ words, table }) => {
    const { environment } = await engine.database();
    const day = await publishedDay(environment['DATABASE_URL']!);
    await lateCallback(day, words);
    const before = await day.look();
    const { child, pid, release } = await halfWay(day, words, table);
    const { rows } = await release.query("select pid from pg_locks where locktype = 'advisory' and granted");
    expect(rows, 'who works holds the lock: to lose one is to lose the other').toContainEqual({ pid });

    await release.query('select pg_terminate_backend($1)', [pid]);
    const { code, stderr } = await ended(child);
    await release.query('rollback');
    expect(stderr).toContain('error DATABASE_UNREACHABLE: ');
    expect(stderr).toContain('found:    the server ended the connection');
    expect(code).toBe(4);
    expect(await day.look()).toEqual(before);

    await succeeds(day, words);
  });
});

onOwnServer('a server of its own', (startServer) => {
  it('that is restarted in the middle of a run makes it fail, keeps nothing, and works on', async () => {
    const server = await startServer();
    onTestFinished(server.stop);
    const day = await publishedDay(await freshDatabase(server.url));
    for (const { words, table } of MOMENTS) {
      await lateCallback(day, words);
      const before = await day.look();
      const { child } = await halfWay(day, words, table);
      const end = ended(child);
      await server.restart();
      const { code, stderr } = await end;
      expect(stderr).toContain('error DATABASE_UNREACHABLE: ');
      expect(code).toBe(4);
      expect(await day.look()).toEqual(before);
      await succeeds(day, words);
    }
  });

  it('that has become a standby is read and not written', async () => {
    const server = await startServer();
    onTestFinished(server.stop);
    const day = await publishedDay(await freshDatabase(server.url));
    await lateCallback(day, RECONCILE);
    const signal = join(server.folder, 'data/standby.signal');
    writeFileSync(signal, '');
    await server.restart();
    const before = await day.look();

    const failed = await run(RECONCILE, day);
    expect(failed.stderr).toContain('error DATABASE_NOT_WRITABLE: ');
    expect(failed.stderr).toContain('the server is read-only: a standby');
    expect(failed.code).toBe(4);
    const examined = await run(['doctor'], day);
    expect(examined.stdout).toMatch(/^bad +rights +the server is a standby/m);
    expect(examined.code).toBe(4);
    const read = await run(['report', 'orders', '--date', DAY, '--region', 'BR', '--version', '1'], day);
    expect(read.stdout).toContain(DAY);
    expect(read.code).toBe(0);
    expect(await day.look()).toEqual(before);

    rmSync(signal);
    await server.restart();
    await succeeds(day, RECONCILE);
  });

  it('that dies with its standby taking its place makes a run fail, loses nothing that was kept, and works on', async () => {
    // What was committed is on the standby too.
    const server = await startServer({ synchronous_commit: 'on', synchronous_standby_names: 'standby' });
    onTestFinished(server.stop);
    const standby = await server.follow();
    onTestFinished(standby.stop);
    const url = await freshDatabase(server.url);
    // Clients know an address that moves to the server that took over.
    const address = await startCuttingProxy(url);
    onTestFinished(() => address.close());
    const day = await publishedDay(address.url);
    await lateCallback(day, RECONCILE);
    const before = await day.look();
    const { child } = await halfWay({ ...day, url }, RECONCILE, 'work_callbacks');
    const end = ended(child);
    await server.stop();
    const { code, stderr } = await end;
    expect(stderr).toContain('error DATABASE_UNREACHABLE: ');
    expect(code).toBe(4);

    await administer(standby.url, 'select pg_promote()');
    address.moveTo(standby.url);
    expect(await day.look()).toEqual(before);
    await succeeds(day, RECONCILE);
    expect((await run(['verify'], day)).code).toBe(0);
  });

  it('that takes no more connections says so', async () => {
    const server = await startServer({ max_connections: 4, superuser_reserved_connections: 0 });
    onTestFinished(server.stop);
    const url = await freshDatabase(server.url);
    const day = await publishedDay(url);
    const before = await day.look();
    const others: pg.Client[] = [];
    // Connections that were closed just now still count until the server has ended them.
    await until(async () => {
      const other = await connected(url).catch((error: { code?: string }) => {
        if (error.code !== TOO_MANY) throw error;
      });
      if (other !== undefined) others.push(other);
      return others.length === 4;
    });
    const failed = await run(RECONCILE, day);
    expect(failed.stderr).toContain('the server has all the connections that it takes');
    expect(failed.code).toBe(4);
    expect((await run(['doctor'], day)).code).toBe(4);
    for (const other of others) await other.end();
    expect(await day.look()).toEqual(before);
    await succeeds(day, RECONCILE);
  });
});

interface Day {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
  look(): Promise<unknown>;
}

/** A day that is read and published once. */
async function publishedDay(url: string): Promise<Day> {
  const cwd = workingFolder();
  const day = { cwd, environment: { DATABASE_URL: url } };
  expect((await run([...RECONCILE, '--as-of', DAY_AFTER, '--in', 'logs'], day)).code).toBe(0);
  const look = async () => {
    const store = await openPostgres(url);
    try {
      return { state: await stateOf(store), files: filesOf(join(cwd, 'payin-recon-reports')) };
    } finally {
      await store.close();
    }
  };
  return { ...day, url, look };
}

/** Something for a command to do: a log that is not read yet, or one that is read and not judged. */
async function lateCallback(day: Day, words: readonly string[]): Promise<void> {
  writeLog(join(day.cwd, 'logs/late.ndjson'), [LATE_LINE]);
  if (words !== MOMENTS[0]!.words) await run(['ingest', 'logs'], day);
}

/** Starts a command and waits until it stands before a table that another session has locked. */
async function halfWay(day: Day, words: readonly string[], table: string) {
  const release = await connected(day.url);
  await release.query(`begin; lock table ${table} in exclusive mode`);
  const child = start(words, day);
  const waiting = `select pid from pg_locks where not granted and relation = '${table}'::regclass`;
  let pid: number | undefined;
  await expect
    .poll(
      async () => {
        pid = (await release.query<{ pid: number }>(waiting)).rows[0]?.pid;
        return pid;
      },
      { timeout: 600_000 },
    )
    .toBeDefined();
  return { child, pid, release };
}

async function succeeds(day: Day, words: readonly string[]): Promise<void> {
  const done = await run(words, day);
  expect(done.stderr).not.toContain('error');
  expect(done.code).toBe(0);
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

async function freshDatabase(adminUrl: string): Promise<string> {
  await administer(adminUrl, `create database recon ${EMPTY_DATABASE}`);
  return databaseUrl(adminUrl, 'recon');
}
