import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../errors.ts';

/**
 * Takes the lock file of an embedded database's folder: a second process on the same folder would destroy it.
 * The file names the holder; one left by a dead process is taken over.
 * @returns a function that releases the lock
 * @throws Fault STORE_LOCKED
 */
export function lockFolder(path: string): () => void {
  const own = `${process.pid} ${startedAt(process.pid) ?? ''}\n`;
  if (!tryCreate(path, own)) {
    const held = readIfThere(path);
    if (held !== undefined && isAlive(held)) throw locked(path, held);
    removeStale(path, held);
    if (!tryCreate(path, own)) throw locked(path, readIfThere(path) ?? '');
  }
  removeAsides(path);
  return () => {
    if (readIfThere(path) === own) rmSync(path, { force: true });
  };
}

/** The running process that holds a lock file; undefined if none does. */
export function lockHolder(path: string): string | undefined {
  const held = readIfThere(path);
  return held !== undefined && isAlive(held) ? held.split(' ')[0] : undefined;
}

const PAGE_FILE = 'page';

/**
 * Notes that this process serves a page from the database of a folder, for the message that other processes get.
 * @param folder of the lock file
 * @returns a function that removes the note
 */
export function notePage(folder: string, url: string): () => void {
  const path = join(folder, PAGE_FILE);
  writeFileSync(path, `${process.pid} ${url}\n`, { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** Whether a store is locked by a page, which holds it until it is stopped. */
export function isHeldByPage({ code, detail }: Fault): boolean {
  return code === 'STORE_LOCKED' && detail.remedy !== undefined;
}

function locked(path: string, held: string): Fault {
  const pid = held.split(' ')[0] || 'unknown';
  const [holder, url] =
    readIfThere(join(dirname(path), PAGE_FILE))
      ?.trim()
      .split(' ') ?? [];
  if (holder !== pid || url === undefined) {
    return new Fault('STORE_LOCKED', { where: path, found: `held by process ${pid}` });
  }
  return new Fault('STORE_LOCKED', {
    where: path,
    found: `held by process ${pid}, which serves the page at ${url}`,
    remedy:
      'Use the page, or stop payin-recon serve and run the same command again. With PostgreSQL both can work at once.',
  });
}

/** Creates the lock file together with its content: an empty file would be taken for a stale one. */
function tryCreate(path: string, content: string): boolean {
  const aside = `${path}.${process.pid}.new`;
  writeFileSync(aside, content, { mode: 0o600 });
  try {
    return tryLink(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the stale file away; puts it back if another process has replaced it meanwhile. */
function removeStale(path: string, stale: string | undefined): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    if (readIfThere(aside) !== stale) tryLink(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Removes files left by processes that were killed while taking the lock, but not those of running processes. */
function removeAsides(path: string): void {
  for (const entry of readdirSync(dirname(path))) {
    const [, pid] = /^\.(\d+)(?:\.new)?$/.exec(entry.slice(basename(path).length)) ?? [];
    if (pid === undefined || !entry.startsWith(basename(path)) || isAlive(`${pid} `)) continue;
    rmSync(join(dirname(path), entry), { force: true });
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isAlive(content: string): boolean {
  const [pidText, started] = content.trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // A killed process whose parent has not collected it yet still has an entry, but holds nothing.
  if (statusOf(pid)?.[0] === 'Z') return false;
  // The process id may have been reused; where the system provides it, the start time decides.
  const now = startedAt(pid);
  return started === undefined || started === '' || now === undefined || now === started;
}

/** Start time of a process in the kernel's ticks; undefined where there is no /proc. */
function startedAt(pid: number): string | undefined {
  return statusOf(pid)?.[19];
}

/** Fields of a process from its state on (proc(5), stat); undefined where there is no /proc. */
function statusOf(pid: number): string[] | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}
