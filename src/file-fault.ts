import { folderFault } from './database/folder-fault.ts';
import { Fault } from './errors.ts';

const SOCKET_ERRORS = ['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE', 'ENOTCONN'];

/** A file system error as the fault shown to a user; any other error unchanged. */
export function writeFault(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A lost database connection has a system call too, but is not about folders.
  const ofFiles = syscall !== undefined && !SOCKET_ERRORS.includes(code ?? '');
  if (error instanceof Fault || !ofFiles) return error;
  return folderFault(error, folder);
}
