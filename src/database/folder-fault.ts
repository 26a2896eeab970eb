import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../errors.ts';

const OF_RIGHTS = { found: 'no right to write there' };
const OF_SPACE = 'Free space there, or name a folder on another disk, then run the same command again.';

/** What the system's errors mean, with the remedy where that of the catalogue, which is about rights, does not fit. */
const REASONS: Readonly<Record<string, { readonly found: string; readonly remedy?: string }>> = {
  EACCES: OF_RIGHTS,
  EPERM: OF_RIGHTS,
  EROFS: {
    found: 'the file system is read-only',
    remedy: 'Name a folder on another file system, or mount this one for writing.',
  },
  ENOSPC: { found: 'the disk is full', remedy: OF_SPACE },
  EDQUOT: { found: 'the quota of this user is used up', remedy: OF_SPACE },
};

const OTHERWISE = 'Correct what the system reports, or name another folder.';
const NAME_A_FOLDER = 'Name a folder; the file stays as it is.';

/** Remedy where the folder of the embedded database is a file: `--data` may have been mistaken for the log files. */
export const DATA_FOLDER_REMEDY =
  'Name a folder for the embedded database with --data; log files are read by payin-recon ingest FILE.';

/**
 * Why a folder cannot be written, from the system's error.
 * @param remedy used where the path is a file, or within one
 */
export function folderFault(error: unknown, folder: string, remedy = NAME_A_FOLDER): Fault {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const file = ['EEXIST', 'ENOTDIR'].includes(code) ? fileOnTheWay(folder) : undefined;
  return new Fault('FOLDER_NOT_WRITABLE', {
    where: folder,
    ...(file === undefined
      ? (REASONS[code] ?? { found: message, remedy: OTHERWISE })
      : { found: `${file} is a file`, expected: 'a folder', remedy }),
    cause: error,
  });
}

/** Why nothing can be written, from the system's error, in words. */
export function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  return REASONS[code]?.found ?? message;
}

/** The file at a path, or at one of its parents. */
function fileOnTheWay(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false, bigint: false });
    if (found !== undefined) return found.isDirectory() ? undefined : at;
    if (dirname(at) === at) return undefined;
  }
}
