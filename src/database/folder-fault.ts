import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no right to write there',
  EPERM: 'no right to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

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
      ? { found: REASONS[code] ?? message }
      : { found: `${file} is a file`, expected: 'a folder', remedy }),
    cause: error,
  });
}

/** The file at a path, or at one of its parents. */
function fileOnTheWay(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false, bigint: false });
    if (found !== undefined) return found.isDirectory() ? undefined : at;
    if (dirname(at) === at) return undefined;
  }
}
