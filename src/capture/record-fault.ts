import { folderFault } from '../database/folder-fault.ts';
import { Fault } from '../errors.ts';

const AGAIN = 'Capture tries again with each request; it needs no restart.';
const OF_RIGHTS = { remedy: `Give the user of capture the right to write there. ${AGAIN}` };
const OF_SPACE = { remedy: `Free space there. ${AGAIN}` };

/** What to do about errors of the system while capture runs. */
const DETAILS: Readonly<Record<string, { readonly found?: string; readonly remedy: string }>> = {
  EACCES: OF_RIGHTS,
  EPERM: OF_RIGHTS,
  ENOSPC: OF_SPACE,
  EDQUOT: OF_SPACE,
  EROFS: { remedy: `Mount the file system for writing. ${AGAIN}` },
  // The lock of the folder has gone with it.
  ENOENT: {
    found: 'the folder, or a file in it, was removed',
    remedy: 'Make the folder again, and restart capture.',
  },
};

/** Why a record could not be stored in a folder, as it is shown in the log of capture. */
export function recordFault(error: unknown, folder: string): unknown {
  const detail = DETAILS[(error as NodeJS.ErrnoException).code ?? ''];
  if (detail === undefined || error instanceof Fault) return error;
  return new Fault('FOLDER_NOT_WRITABLE', { ...folderFault(error, folder).detail, ...detail });
}
