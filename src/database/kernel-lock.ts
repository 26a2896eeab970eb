import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** A lock is lost with its connection: none may be collected before it is released. */
const taken = new Set<DatabaseSync>();

/** SQLite takes no longer path. */
const MOST_BYTES = 500;
/** Two that ask at once: the time that one waits which only wants to know whether the lock is free. */
const WAIT_MILLISECONDS = 100;

/**
 * Takes the lock of a file, which the kernel releases when the process ends, in whatever way. All processes of the machine see it,
 * whichever container they are in, and on file systems such as NFS those of other machines. Node itself cannot lock a file; its
 * SQLite can, and writes nothing. Do not open the file in another way: closing it would release the lock of this process.
 * @param path made if missing, and removed by the release
 * @returns a function that releases the lock, or does nothing on a file system without locks; undefined if it is taken, also by
 * this process
 * @throws the system's error
 */
export function takeKernelLock(path: string): (() => void) | undefined {
  for (;;) {
    makeFile(path);
    const file = identityOf(path);
    const connection = lockFile(path);
    if (connection === undefined) return hasLocks(path) ? undefined : () => rmSync(path, { force: true });
    if (file !== undefined && file === identityOf(path)) {
      taken.add(connection);
      return () => {
        if (!taken.delete(connection)) return;
        if (identityOf(path) === file) rmSync(path, { force: true });
        connection.close();
      };
    }
    // Its last holder has removed the file meanwhile: others would lock the next one.
    connection.close();
  }
}

/** Undefined if the lock is taken, or cannot be. */
function lockFile(path: string): DatabaseSync | undefined {
  const { DatabaseSync } = sqlite();
  let connection: DatabaseSync;
  try {
    connection = new DatabaseSync(resolve(path));
  } catch (cause) {
    const isLong = Buffer.byteLength(resolve(path)) > MOST_BYTES;
    throw new Error(
      `${path} cannot be opened${isLong ? `: its path has more than ${MOST_BYTES} bytes` : ''}`,
      {
        cause,
      },
    );
  }
  try {
    connection.exec(
      `pragma journal_mode = memory; pragma busy_timeout = ${WAIT_MILLISECONDS}; begin immediate`,
    );
    return connection;
  } catch {
    connection.close();
    return undefined;
  }
}

/**
 * Whether a file beside it that nobody else knows can be locked. SQLite says of some file systems without locks what it says of a
 * lock that is taken (ENOLCK), and of others that they fail.
 */
function hasLocks(path: string): boolean {
  const own = `${dirname(path)}/${randomUUID()}`;
  try {
    const connection = lockFile(own);
    connection?.close();
    return connection !== undefined;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Node before 24.15 warns that its SQLite may change. */
function sqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Makes a file if it is missing. Without the right to write to it, SQLite would open it, and lock nothing. */
function makeFile(path: string): void {
  try {
    if (identityOf(path) === undefined) writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    else accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    // Another process has just made it, or removed it.
    if (!['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (!existsSync(dirname(path))) throw error;
  }
}

/** What tells a file from an earlier one of the same name, which may have had the same number. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.birthtimeNs}`;
}
