import { constants, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFolder, readFolder } from '../../database/embedded-folder.ts';
import { DATA_FOLDER_REMEDY } from '../../database/folder-fault.ts';
import { lockHolder } from '../../database/folder-lock.ts';
import { freeBytes } from '../../database/free-space.ts';
import { connect } from '../../database/open-store.ts';
import { Fault } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import { checkContent } from './content.ts';
import { checkDisk, checkWritten } from './folders.ts';
import { attempt, doubtful, type GradedCheck, ok } from './graded-check.ts';
import type { Examination } from './request.ts';

const SUBJECT = 'data folder';

/**
 * Checks the embedded database's folder and its content. The content is read from a copy: opening the original would
 * write to it, make a command that starts meanwhile fail, and leave files of this user in a folder of another.
 */
export async function checkDataFolder(
  folder: string,
  settings: Settings,
  examination: Examination,
): Promise<readonly GradedCheck[]> {
  const written = checkWritten(SUBJECT, folder, DATA_FOLDER_REMEDY);
  if (statSync(folder, { throwIfNoEntry: false })?.isFile() === true) return [written];
  const checks = [written, checkDisk('data', folder)];
  const path = join(folder, 'database');
  const found = readFolder(path);
  if (found === undefined) return [...checks, ok('database', 'embedded, laid out by the first command')];
  checkFolder(path, found);
  checks.push(
    ok('database', `embedded, PostgreSQL ${found.major}, made by ${found.madeBy ?? 'an earlier version'}`),
  );
  const lock = join(folder, 'lock');
  if (lockHolder(lock) !== undefined) return [...checks, inUse(folder)];
  const content = await attempt('content', () => checkCopy(path, settings, examination));
  // A command that started meanwhile may have changed the files during the copy.
  if (lockHolder(lock) !== undefined) return [...checks, inUse(folder)];
  return [...checks, ok('lock', 'free'), ...content];
}

function inUse(folder: string): GradedCheck {
  const holder = lockHolder(join(folder, 'lock')) ?? 'that has just ended';
  return doubtful(
    'lock',
    `process ${holder} is using ${folder}, so its content was not checked`,
    'Wait until it has ended, then run doctor again; another command would end with 5 now.',
  );
}

async function checkCopy(
  path: string,
  settings: Settings,
  examination: Examination,
): Promise<readonly GradedCheck[]> {
  const needed = sizeOf(path);
  if (freeBytes(tmpdir()) < 2 * needed) {
    const found = `not checked: ${tmpdir()} has no space for a copy of ${Math.ceil(needed / 1_048_576)} MB`;
    return [doubtful('content', found, 'Make space there, or name another folder with TMPDIR.')];
  }
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-doctor-'));
  try {
    cpSync(path, join(folder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    const store = await connect({ ...settings, data: folder }, examination.workingDirectory);
    try {
      return await checkContent({ ...store, address: path }, settings, examination);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw error instanceof Fault ? new Fault(error.code, { ...error.detail, where: path }) : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .reduce((bytes, file) => bytes + (existsSync(file) ? statSync(file).size : 0), 0);
}
