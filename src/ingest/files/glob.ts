import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FolderNames,
  hasWanted,
  kindOfMisnamed,
  type Misnamed,
  namesInFolder,
} from './names-in-folder.ts';
import {
  filesBelow,
  isNamedAsEvidence,
  joinedFiles,
  type NamedFiles,
  sortedByName,
  sourceFault,
  statIfThere,
} from './paths-of-command.ts';

const NO_FILES: NamedFiles = { names: [], leftOut: [] };
const NO_NAMES: FolderNames = { names: [], misnamed: [] };

/** Whether a path is a pattern: `*` is any text within a name, `?` any character, `**` any folders. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/** The folder of a pattern before its first wildcard. */
export function folderOfPattern(pattern: string): string {
  const steps = pattern.split('/');
  const own = steps.slice(0, steps.findIndex(isPattern)).join('/');
  return own === '' ? (pattern.startsWith('/') ? '/' : '.') : own;
}

/**
 * Files that match a pattern, sorted; links are followed. For a folder that matches, and for a pattern that ends with
 * `*` or `**`, only logs and tables by their names; the others are left out. Wildcards do not match a leading dot. Not `fs.glob`: it skips
 * unreadable folders without an error, and treats brackets and braces as wildcards.
 * @throws Fault SOURCE_UNREADABLE
 */
export function matchingFiles(pattern: string): NamedFiles {
  const steps = pattern.split('/').filter((step) => step !== '');
  const last = steps.at(-1) ?? '';
  const isBare = /^\*+$/.test(last);
  let found = [pattern.startsWith('/') ? '/' : ''];
  const misnamed: Misnamed[] = [];
  for (const [index, step] of steps.entries()) {
    const matched: Misnamed[] = [];
    found = [...new Set(found.flatMap((folder) => oneStep(folder, step, matched)))];
    const isLast = index === steps.length - 1;
    misnamed.push(...matched.filter((one) => isLast || kindOfMisnamed(one) === 'folder'));
  }
  const isLastName = (name: string) => !isBare && nameLike(last).test(name);
  const isWanted = (name: string) => isNamedAsEvidence(name) || isLastName(name);
  const wanted = misnamed.filter((one) => hasWanted(one, isWanted));
  const others = misnamed.filter((one) => !wanted.includes(one) && kindOfMisnamed(one) === 'file');
  const files = joinedFiles([
    ...found.map((path) => {
      const stats = statIfThere(path === '' ? '.' : path);
      if (stats?.isDirectory() === true) return filesBelow(path === '' ? '.' : path);
      if (stats?.isFile() !== true) return NO_FILES;
      return isBare ? sortedByName([path]) : { names: [path], leftOut: [] };
    }),
    sortedByName(
      others.map(({ shown }) => shown),
      wanted,
    ),
  ]);
  return { ...files, names: [...new Set(files.names)].sort((a, b) => (a < b ? -1 : 1)) };
}

/** @param misnamed is given those that match but have a name that is not UTF-8 */
function oneStep(folder: string, step: string, misnamed: Misnamed[]): string[] {
  if (step === '**') return [folder, ...foldersBelow(folder, misnamed)];
  if (!isPattern(step)) return [join(folder, step)];
  const name = nameLike(step);
  const found = namesIn(folder);
  misnamed.push(...found.misnamed.filter((one) => name.test(one.name)));
  return found.names.filter((one) => name.test(one)).map((one) => join(folder, one));
}

/** Each folder once, even if links form a circle. */
function foldersBelow(top: string, misnamed: Misnamed[]): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  const walk = (folder: string) => {
    const real = realPathIfThere(folder === '' ? '.' : folder);
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    if (folder !== top) found.push(folder);
    const within = namesIn(folder);
    misnamed.push(...within.misnamed.filter(({ name }) => !name.startsWith('.')));
    for (const name of within.names) {
      const inner = join(folder, name);
      if (!name.startsWith('.') && statIfThere(inner)?.isDirectory() === true) walk(inner);
    }
  };
  if (statIfThere(top === '' ? '.' : top)?.isDirectory() === true) walk(top);
  return found;
}

/** Names in a folder; empty if it is not a folder or does not exist. */
function namesIn(folder: string): FolderNames {
  const path = folder === '' ? '.' : folder;
  try {
    return statIfThere(path)?.isDirectory() === true ? namesInFolder(path) : NO_NAMES;
  } catch (error) {
    if (isGone(error)) return NO_NAMES;
    throw sourceFault(error, path);
  }
}

function realPathIfThere(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw sourceFault(error, path);
  }
}

/** A file may disappear meanwhile, because logs are rotated. */
function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function nameLike(step: string): RegExp {
  const text = step.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const pattern = text.replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${/^[*?]/.test(step) ? '(?!\\.)' : ''}${pattern}$`, 'su');
}
