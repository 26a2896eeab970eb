import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { freeBytes, nearestExisting } from '../../database/free-space.ts';
import { EXIT, FAULTS } from '../../errors.ts';
import { isPattern, matchingFiles } from '../../ingest/files/glob.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted } from '../../terminal-text.ts';
import { attempt, bad, doubtful, type GradedCheck, ok } from './graded-check.ts';

const { R_OK, W_OK, X_OK } = constants;
const MEGABYTE = 1_048_576;
const DOUBTFUL_BELOW_MEGABYTES = 5120;
const BAD_BELOW_MEGABYTES = 512;

/** Checks that the folder of reports is writable and that the folders of the jobs are readable. */
export async function checkFolders(settings: Settings, workingDirectory: string): Promise<GradedCheck[]> {
  const out = resolve(workingDirectory, settings.out);
  const read = settings.ingest.folders.map((path) => checkRead(resolve(workingDirectory, path)));
  if (read.length === 0 && settings.sources.length === 0) {
    read.push(ok('ingest.folders', 'none set: the jobs read no logs'));
  }
  return [
    checkWritten('out', out),
    ...(await attempt('disk of out', () => [checkDisk('out', out)])),
    ...read,
  ];
}

/**
 * Checks a folder that is written to; it may be missing if it can be created.
 * @param remedy what to do if the path is a file
 */
export function checkWritten(subject: string, path: string, remedy = 'Name a folder instead.'): GradedCheck {
  const nearest = nearestExisting(path);
  const made = nearest === path;
  if (!statSync(nearest).isDirectory()) {
    return bad(subject, `${nearest} is a file, not a folder`, remedy, EXIT.unreachable);
  }
  if (!may(nearest, W_OK | X_OK | R_OK)) {
    const found = made ? `${path} cannot be written` : `${path} cannot be made in ${nearest}`;
    return bad(subject, found, FAULTS.FOLDER_NOT_WRITABLE.remedy, EXIT.unreachable);
  }
  return ok(subject, made ? path : `${path}, created when it is first needed`);
}

/** Checks the free space on the disk of a path that exists or will be created. */
export function checkDisk(name: string, path: string): GradedCheck {
  return gradeSpace(`disk of ${name}`, freeBytes(path));
}

/**
 * Grades the free space of a disk.
 * @param bytes that this user may still write
 */
export function gradeSpace(subject: string, bytes: number): GradedCheck {
  const megabytes = Math.floor(bytes / MEGABYTE);
  const found = `${megabytes >= 10_240 ? `${Math.floor(megabytes / 1024)} GB` : `${megabytes} MB`} free`;
  const remedy = `Free space on this disk; there is no warning from ${DOUBTFUL_BELOW_MEGABYTES / 1024} GB on.`;
  if (megabytes < BAD_BELOW_MEGABYTES) return bad(subject, found, remedy, EXIT.unreachable);
  return megabytes < DOUBTFUL_BELOW_MEGABYTES ? doubtful(subject, found, remedy) : ok(subject, found);
}

function checkRead(path: string): GradedCheck {
  const subject = 'ingest.folders';
  const isThere = existsSync(path);
  if (!isThere && isPattern(path)) {
    return ok(subject, `${path}, ${counted(matchingFiles(path).names.length, 'file')} now`);
  }
  if (!isThere) {
    return bad(subject, `${path} is not there`, FAULTS.SOURCE_NOT_FOUND.remedy, EXIT.unreachable);
  }
  const rights = statSync(path).isDirectory() ? R_OK | X_OK : R_OK;
  if (may(path, rights)) return ok(subject, path);
  return bad(subject, `${path} cannot be read`, 'Give this user the right to read it.', EXIT.unreachable);
}

/** Whether this user has the given access rights (constants of fs). */
export function may(path: string, rights: number): boolean {
  try {
    accessSync(path, rights);
    return true;
  } catch {
    return false;
  }
}
