import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../errors.ts';
import { takeKernelLock } from './kernel-lock.ts';

/**
 * Takes the lock of a folder: a second process on the same embedded database would destroy it, also one of another container, for
 * which process ids mean nothing. Beside the lock itself, a file names the holder for people and for earlier versions of this program.
 * @param path of that file
 * @returns a function that releases the lock
 * @throws Fault STORE_LOCKED
 */
export function lockFolder(path: string): () => void {
  const own = `${process.pid} ${startedAt(process.pid) ?? ''} ${ownNamespace()}\n`;
  const release = takeKernelLock(lockedFile(path));
  const held = readIfThere(path) ?? '';
  if (release === undefined) throw locked(path, held);
  try {
    // Earlier versions have the file alone, and so has a copy of a folder that is in use.
    if (isAlive(held)) throw locked(path, held);
    nameHolder(path, own);
    removeAsides(path);
  } catch (error) {
    release();
    throw error;
  }
  return () => {
    if (readIfThere(path) === own) rmSync(path, { force: true });
    release();
  };
}

/** The running process that holds a lock, by its id in its own container; undefined if none does. */
export function lockHolder(path: string): string | undefined {
  const held = readIfThere(path) ?? '';
  return isTaken(lockedFile(path)) || isAlive(held) ? idIn(held) : undefined;
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
  const pid = idIn(held);
  const found = `held by process ${pid}${held === '' || isAlive(held) ? '' : ' of another container'}`;
  const [holder, url] =
    readIfThere(join(dirname(path), PAGE_FILE))
      ?.trim()
      .split(' ') ?? [];
  if (holder !== pid || url === undefined) return new Fault('STORE_LOCKED', { where: path, found });
  return new Fault('STORE_LOCKED', {
    where: path,
    found: `${found}, which serves the page at ${url}`,
    remedy:
      'Use the page, or stop payin-recon serve and run the same command again. With PostgreSQL both can work at once.',
  });
}

function lockedFile(path: string): string {
  return `${path}.held`;
}

function isTaken(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const release = takeKernelLock(path);
    release?.();
    return release === undefined;
  } catch (error) {
    // It is another user's.
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Replaces the file as a whole: earlier versions take an empty one for one of a process that was killed. */
function nameHolder(path: string, content: string): void {
  const aside = `${path}.new`;
  try {
    writeFileSync(aside, content, { mode: 0o600 });
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Removes what earlier versions left that were killed while they took the lock, but nothing of running processes. */
function removeAsides(path: string): void {
  for (const entry of readdirSync(dirname(path))) {
    const [, pid] = /^\.(\d+)(?:\.new)?$/.exec(entry.slice(basename(path).length)) ?? [];
    if (pid === undefined || !entry.startsWith(basename(path)) || isAlive(pid)) continue;
    rmSync(join(dirname(path), entry), { force: true });
  }
}

function idIn(held: string): string {
  return held.split(' ')[0] || 'unknown';
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the process that a lock file names runs, where its id means something to this process. */
function isAlive(content: string): boolean {
  const [pidText, started, namespace = ownNamespace()] = content.trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || namespace !== ownNamespace()) return false;
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

/** Number of the PID namespace of this process, which differs between containers; empty where there is no /proc. */
function ownNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
  } catch {
    return '';
  }
}
