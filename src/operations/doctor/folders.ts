import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { freeBytes, nearestExisting } from '../../database/free-space.ts';
import { EXIT, FAULTS } from '../../errors.ts';
import { folderOfPattern, isPattern, matchingFiles } from '../../ingest/files/glob.ts';
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
  const checks = settings.ingest.folders.map((path) =>
    attempt('ingest.folders', () => [checkRead(resolve(workingDirectory, path))]),
  );
  const read = (await Promise.all(checks)).flat();
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

/** What the jobs find at a path of ingest.folders. */
interface FoundPath {
  /** The path; of a pattern, the folder before its first wildcard. */
  readonly at: string;
  readonly problem?: 'missing' | 'unreadable';
  /** Of a pattern, how many files match: others may come later. */
  readonly files?: string;
}

/** Throws SOURCE_UNREADABLE for a folder of a pattern that cannot be read. */
export function findPath(path: string): FoundPath {
  const isOfFiles = isPattern(path) && !existsSync(path);
  const at = isOfFiles ? folderOfPattern(path) : path;
  if (!existsSync(at)) return { at, problem: 'missing' };
  if (!may(at, statSync(at).isDirectory() ? R_OK | X_OK : R_OK)) return { at, problem: 'unreadable' };
  return isOfFiles ? { at, files: counted(matchingFiles(path).names.length, 'file') } : { at };
}

function checkRead(path: string): GradedCheck {
  const subject = 'ingest.folders';
  const { at, problem, files } = findPath(path);
  if (problem === 'missing') {
    return bad(subject, `${at} is not there`, FAULTS.SOURCE_NOT_FOUND.remedy, EXIT.unreachable);
  }
  if (problem === undefined) return ok(subject, files === undefined ? path : `${path}, ${files} now`);
  return bad(subject, `${at} cannot be read`, 'Give this user the right to read it.', EXIT.unreachable);
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
