import { dirname, join, resolve } from 'node:path';
import { folderFault } from '../database/folder-fault.ts';
import { lockFolder } from '../database/folder-lock.ts';
import { makeFolders } from '../database/make-folders.ts';
import { Fault } from '../errors.ts';
import { DISK, type Disk } from './disk.ts';

/**
 * Makes a folder of logs if it does not exist, and takes it for this process alone.
 * @returns releases it
 * @throws Fault FOLDER_IN_USE, FOLDER_NOT_WRITABLE
 */
export async function ownFolder(folder: string, disk: Disk = DISK): Promise<() => void> {
  try {
    const first = makeFolders(folder);
    if (first !== undefined) await syncMade(first, resolve(folder), disk);
    return lockFolder(join(folder, 'lock'));
  } catch (error) {
    if (!(error instanceof Fault)) throw folderFault(error, folder);
    const { where, found } = error.detail;
    throw new Fault('FOLDER_IN_USE', { where: where!, found: found!, cause: error });
  }
}

/** A power cut must not take folders that were just made, with everything in them. */
async function syncMade(first: string, last: string, disk: Disk): Promise<void> {
  for (let made = last; made.length >= first.length; made = dirname(made)) {
    await disk.syncFolder(dirname(made));
  }
}
