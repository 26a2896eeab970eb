import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { folderFault } from '../database/folder-fault.ts';
import { Fault } from '../errors.ts';
import { absolute } from './context.ts';

/**
 * Writes a settings file in one step, so that a full disk leaves no part of it; with force, replaces an existing one.
 * @throws Fault SETTINGS_EXIST, FOLDER_NOT_WRITABLE
 */
export function writeSettingsFile(file: string, text: string, force: boolean): void {
  const path = absolute(file);
  const aside = `${path}.new`;
  if (!force && existsSync(path)) throw new Fault('SETTINGS_EXIST', { where: file });
  try {
    writeWhole(aside, text);
    if (force) renameSync(aside, path);
    else linkNew(aside, path);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'link') throw new Fault('SETTINGS_EXIST', { where: file });
    throw folderFault(error, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Gives a file its name, unless another program has made one of that name meanwhile. */
function linkNew(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A file system without links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    renameSync(aside, path);
  }
}
