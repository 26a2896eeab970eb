import { realpathSync, type Stats, statSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../errors.ts';
import {
  hasWanted,
  kindOfMisnamed,
  type Misnamed,
  misnamedAs,
  namesInFolder,
  statsOf,
} from './names-in-folder.ts';
import { formatByName } from './source-format.ts';

/** Name of standard input as a source. */
export const STANDARD_INPUT = '-';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no right to read it',
  EPERM: 'no right to read it',
  EISDIR: 'it is a folder',
  ELOOP: 'links that lead round in a circle',
};

/** Files by their names. */
export interface NamedFiles {
  /** Those to read. */
  readonly names: readonly string[];
  /** Those of a folder that are left out, because they are no log or table by name. */
  readonly leftOut: readonly string[];
  /** Those to read that cannot be opened, because their names are not UTF-8; absent without any. */
  readonly misnamed?: readonly Misnamed[];
}

/** Files that are left out without a word: hidden ones, Excel's beside an open workbook, and copies that are not complete. */
const UNREMARKABLE = /^\.|^~\$|\.(part|tmp)$|\.writing-/i;

/**
 * Files of a command's paths, in a fixed order: a file as it is, and for a folder all files below it that
 * are logs, tables or statements by name (`.ndjson`, `.jsonl`, `.log`, `.csv`, `.tsv`, `.xlsx`, `.ofx`, `.qfx`, also with
 * `.gz` or `.zst`), sorted.
 * @throws Fault SOURCE_NOT_FOUND, SOURCE_UNREADABLE
 */
export async function findSources(paths: readonly string[]): Promise<NamedFiles> {
  await answering(paths.filter((path) => path !== STANDARD_INPUT));
  // It can be read once only.
  const once = paths.filter((path, index) => path !== STANDARD_INPUT || paths.indexOf(path) === index);
  return joinedFiles(once.map((path) => (path === STANDARD_INPUT ? given(path) : filesAt(path))));
}

/** The files at a path, which may be a folder. Throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE. */
export function filesAt(path: string): NamedFiles {
  // The system puts the replacement character into arguments of a command too.
  const misnamed = statIfThere(path) === undefined ? misnamedAs(dirname(path), basename(path)) : [];
  if (misnamed.length > 0) return { names: [], leftOut: [], misnamed };
  return statOf(path).isDirectory() ? filesBelow(path) : given(path);
}

/** The files of several paths in their order. What one of them gives is not left out. */
export function joinedFiles(found: readonly NamedFiles[]): NamedFiles {
  const names = found.flatMap((one) => one.names);
  const read = new Set(names);
  const leftOut = new Set(found.flatMap((one) => one.leftOut).filter((name) => !read.has(name)));
  return { names, leftOut: [...leftOut], ...withMisnamed(found.flatMap((one) => one.misnamed ?? [])) };
}

function withMisnamed(misnamed: readonly Misnamed[]): Pick<NamedFiles, 'misnamed'> {
  if (misnamed.length === 0) return {};
  return { misnamed: [...new Map(misnamed.map((one) => [one.shown, one])).values()] };
}

/** Sorts files by their names into those to read and those that are left out. */
export function sortedByName(files: readonly string[], misnamed: readonly Misnamed[] = []): NamedFiles {
  const sorted = [...new Set(files)].sort((a, b) => (a < b ? -1 : 1));
  return {
    names: sorted.filter((name) => formatByName(name) !== undefined),
    leftOut: sorted.filter((name) => formatByName(name) === undefined && !UNREMARKABLE.test(basename(name))),
    ...withMisnamed(misnamed),
  };
}

function given(path: string): NamedFiles {
  return { names: [path], leftOut: [] };
}

/** Whether a source is a regular file, which can be read again. Throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE. */
export async function isRegularFile(name: string): Promise<boolean> {
  if (name === STANDARD_INPUT) return false;
  await answering([name]);
  return statOf(name).isFile();
}

/**
 * Resolves once the file systems of some paths answer. Until then the main thread stays free for signals: with a
 * network mount that hangs, `statSync` never returns, and only SIGKILL would end the process. Problems of a path are
 * reported by the next access.
 */
export async function answering(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      if (!(await stat(path)).isDirectory()) continue;
      const folder = await opendir(path);
      await folder.read().finally(() => folder.close());
    } catch {}
  }
}

/** Throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE. */
export function statOf(path: string): Stats {
  return within(path, () => statSync(path));
}

/** An index, in which a store has the names of its sources, can have no more of a text that nothing compresses. */
export const LONGEST_NAME_BYTES = 2600;

/** Throws SOURCE_UNREADABLE for a name that a store cannot keep. */
export function checkName(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (bytes <= LONGEST_NAME_BYTES) return;
  throw new Fault('SOURCE_UNREADABLE', {
    where: path,
    found: `a path of ${bytes} bytes`,
    expected: `at most ${LONGEST_NAME_BYTES} bytes`,
    remedy: 'Move the file to a folder with a shorter path, or go to its folder and name it from there.',
  });
}

/** A file system error as the fault shown to a user. */
export function sourceFault(error: unknown, path: string): Fault {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new Fault('SOURCE_NOT_FOUND', { where: path, cause: error });
  return new Fault('SOURCE_UNREADABLE', { where: path, found: REASONS[code ?? ''] ?? message, cause: error });
}

/**
 * Logs and tables below a folder by name, and the other files there, sorted; links are followed, each folder once even
 * if links form a circle. Throws SOURCE_UNREADABLE.
 */
export function filesBelow(folder: string): NamedFiles {
  const walk: Walk = { seen: new Set(), found: [], misnamed: [] };
  within(folder, () => enterFolder(walk, folder, false));
  return sortedByName(walk.found, walk.misnamed);
}

interface Walk {
  /** Real paths of the folders so far. */
  readonly seen: Set<string>;
  readonly found: string[];
  readonly misnamed: Misnamed[];
}

/** @param isHidden whether the folder is in a hidden one, of which only evidence is of interest */
function enterFolder(walk: Walk, folder: string, isHidden: boolean): void {
  const { seen, found } = walk;
  const real = realpathSync(folder);
  if (seen.has(real)) return;
  seen.add(real);
  const { names, misnamed } = namesInFolder(folder);
  for (const one of misnamed) {
    if (hasWanted(one, isNamedAsEvidence)) walk.misnamed.push(one);
    else if (!isHidden && kindOfMisnamed(one) === 'file') found.push(one.shown);
  }
  for (const name of names) {
    const inner = join(folder, name);
    const stats = statIfThere(inner);
    if (stats?.isDirectory() === true) {
      within(inner, () => enterFolder(walk, inner, isHidden || name.startsWith('.')));
    } else if (stats?.isFile() === true && (!isHidden || isNamedAsEvidence(name))) found.push(inner);
  }
}

/** Whether a folder is read for the sake of such a file. */
export function isNamedAsEvidence(name: string): boolean {
  return formatByName(name) !== undefined;
}

function within<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Fault ? error : sourceFault(error, path);
  }
}

/** Undefined if there is nothing, also for a broken or circular link. Throws SOURCE_UNREADABLE. */
export function statIfThere(path: string): Stats | undefined {
  return within(path, () => statsOf(path));
}
