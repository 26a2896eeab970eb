import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from './free-port.ts';
import type { GuardOrder } from './server-guard.ts';

/** The program does not support older versions either. */
const OLDEST_VERSION = 15;
const STARTS = 3;
const START_SECONDS = 600;
const GUARD = fileURLToPath(new URL('./server-guard.ts', import.meta.url));
const PARENTS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

export interface Server {
  /** URL of a superuser, with a password created for this server only. */
  readonly url: string;
  /** The server's folder; its data is in `data`. */
  readonly folder: string;
  /** Stops the server, which breaks every connection, and starts it again with the same data and port. */
  restart(): Promise<void>;
  /** Starts a second server that follows this one by streaming replication, under the name `standby`; nobody follows it. */
  follow(): Promise<Server>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

/** The folder of this machine's newest PostgreSQL server programs; undefined if there are none. */
export function findServerPrograms(): string | undefined {
  const folders = new Set<string>();
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) addIfServer(folders, folder);
  for (const parent of PARENTS) {
    if (!existsSync(parent)) continue;
    for (const name of readdirSync(parent)) addIfServer(folders, join(parent, name, 'bin'));
  }
  addIfServer(folders, '/usr/local/pgsql/bin');
  const versions = [...folders].map((folder) => ({ folder, version: versionOf(folder) }));
  const [newest] = versions
    .filter(({ version }) => version >= OLDEST_VERSION)
    .sort((a, b) => b.version - a.version || (a.folder < b.folder ? -1 : 1));
  return newest?.folder;
}

/**
 * Starts a temporary server on a free port of the loopback address.
 * @param settings lines of postgresql.conf that override those of the tests
 * @param parent folder for the server's folder; every user must have access
 */
export async function startServer(
  programs: string,
  settings: Readonly<Record<string, string | number>> = {},
  parent = reachable(),
): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(programs, settings, parent);
    } catch (error) {
      // Another program may have taken the port meanwhile.
      if (attempt === STARTS) throw error;
    }
  }
}

async function startOnce(
  programs: string,
  settings: Readonly<Record<string, string | number>>,
  parent: string,
  followed?: string,
): Promise<Server> {
  const user = ordinaryUser();
  const folder = mkdtempSync(join(parent, 'payin-recon-postgres-'));
  const password = followed === undefined ? randomBytes(16).toString('hex') : new URL(followed).password;
  const log = join(folder, 'log');
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server !== undefined) await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (followed === undefined) initialise(programs, folder, password, user);
    else copyServer(programs, folder, followed, user);
    const port = await freePort();
    const logHandle = openSync(log, 'a');
    const order: GuardOrder = {
      program: join(programs, 'postgres'),
      parameters: serverArguments(folder, { port, ...settings }),
      folder,
      user,
    };
    server = spawn(process.execPath, [GUARD, JSON.stringify(order)], {
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['pipe', logHandle, logHandle],
      // Ctrl-C in a terminal reaches the whole process group. The server must stop only after the tests.
      detached: true,
    });
    closeSync(logHandle);
    const url = `postgresql://tester:${password}@127.0.0.1:${port}/postgres`;
    const guard = server;
    await untilAnswers(url, guard, log);
    const restart = async () => {
      const before = postmasterOf(folder);
      guard.stdin!.write('restart\n');
      while ([before, undefined].includes(postmasterOf(folder))) await sleep(50);
      await untilAnswers(url, guard, log);
    };
    const follow = () => startOnce(programs, { ...settings, synchronous_standby_names: '' }, parent, url);
    return { url, folder, restart, follow, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A folder that the ordinary user can access. The temporary folder of root may not allow that. */
function reachable(): string {
  return ordinaryUser() === undefined ? tmpdir() : '/tmp';
}

function initialise(
  programs: string,
  folder: string,
  password: string,
  user: OrdinaryUser | undefined,
): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const options = ['--encoding=UTF8', '--locale=C', '--no-sync', '--username=tester', '--auth=scram-sha-256'];
  execFileSync(
    join(programs, 'initdb'),
    [...options, `--pwfile=${passwordFile}`, `--pgdata=${join(folder, 'data')}`],
    { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' },
  );
  rmSync(passwordFile);
}

/** Copies a running server into a folder, ready to follow it. */
function copyServer(programs: string, folder: string, url: string, user: OrdinaryUser | undefined): void {
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const followed = new URL(url);
  followed.searchParams.set('application_name', 'standby');
  execFileSync(
    join(programs, 'pg_basebackup'),
    [
      `--dbname=${followed.href}`,
      `--pgdata=${join(folder, 'data')}`,
      '--write-recovery-conf',
      '--checkpoint=fast',
    ],
    { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' },
  );
}

/** Process ID of the server's main process; undefined if it is not running. */
function postmasterOf(folder: string): string | undefined {
  const file = join(folder, 'data/postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : undefined;
}

function serverArguments(folder: string, own: Readonly<Record<string, string | number>>): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    ...own,
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', join(folder, 'data'), ...pairs];
}

async function untilAnswers(url: string, server: ChildProcess, log: string): Promise<void> {
  let lastError: unknown;
  for (let waited = 0; waited < START_SECONDS * 10; waited += 1) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      lastError = error;
      await client.end().catch(() => undefined);
    }
    await sleep(100);
  }
  const said = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');
  throw new Error(`PostgreSQL did not start: ${(lastError as Error | undefined)?.message ?? ''}\n${said}`);
}

/** Closes the guard's input, which makes it stop the server. */
async function end(guard: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (guard.exitCode !== null || guard.signalCode !== null) resolve();
    else guard.once('exit', () => resolve());
  });
  guard.stdin?.on('error', () => undefined).end();
  await ended;
}

export interface OrdinaryUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user to run PostgreSQL as. PostgreSQL refuses to run as root, so root runs it as another user. */
export function ordinaryUser(): OrdinaryUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const number = (option: string) =>
      Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    try {
      return { uid: number('-u'), gid: number('-g') };
    } catch {
      // There is no such user; try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
}

function addIfServer(folders: Set<string>, folder: string): void {
  const program = join(folder, 'postgres');
  if (folder === '' || !existsSync(program) || isScript(program)) return;
  const real = dirname(realpathSync(program));
  if (existsSync(join(real, 'initdb'))) folders.add(real);
}

/** Whether a file is a script. Wrapper scripts are skipped in favour of the programs themselves. */
function isScript(path: string): boolean {
  const start = Buffer.alloc(2);
  try {
    const handle = openSync(path, 'r');
    readSync(handle, start, 0, 2, 0);
    closeSync(handle);
  } catch {
    return true;
  }
  return start.toString('latin1') === '#!';
}

function versionOf(folder: string): number {
  try {
    const said = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
