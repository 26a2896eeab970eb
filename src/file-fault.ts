import { folderFault } from './database/folder-fault.ts';
import { Fault } from './errors.ts';

export const SOCKET_ERRORS = ['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE', 'ENOTCONN'];

/** A file system's error as the fault it is for a user; any other error as it is. */
export function writeFault(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A lost connection to the database has a system call too, but is no matter of folders.
  const ofFiles = syscall !== undefined && !SOCKET_ERRORS.includes(code ?? '');
  if (error instanceof Fault || !ofFiles) return error;
  return folderFault(error, folder);
}
