import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, sourceFault, statIfThere } from './paths-of-command.ts';
import { formatByName } from './source-format.ts';

/** Whether a path is a pattern: `*` is any text of a name, `?` any letter, a step `**` any folders. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/** The folder that a pattern begins in, before its first wildcard. */
export function folderOfPattern(pattern: string): string {
  const steps = pattern.split('/');
  const own = steps.slice(0, steps.findIndex(isPattern)).join('/');
  return own === '' ? (pattern.startsWith('/') ? '/' : '.') : own;
}

/**
 * Files that a pattern leads to, links followed, sorted. Of a folder that it leads to, and where it ends with a bare `*`
 * or `**`, logs and tables by their names. A name that begins with a dot is none that a `*` or `?` begins. Not `fs.glob`:
 * that passes over folders which cannot be read without an error, and gives brackets and braces a meaning.
 * @throws Fault SOURCE_UNREADABLE
 */
export function matchingFiles(pattern: string): string[] {
  const steps = pattern.split('/').filter((step) => step !== '');
  let found = [pattern.startsWith('/') ? '/' : ''];
  for (const step of steps) found = [...new Set(found.flatMap((folder) => oneStep(folder, step)))];
  const isBare = /^\*+$/.test(steps.at(-1) ?? '');
  const files = found.flatMap((path) => {
    const stats = statIfThere(path === '' ? '.' : path);
    if (stats?.isDirectory() === true) return filesBelow(path === '' ? '.' : path);
    return stats?.isFile() === true && (!isBare || formatByName(path) !== undefined) ? [path] : [];
  });
  return [...new Set(files)].sort((a, b) => (a < b ? -1 : 1));
}

function oneStep(folder: string, step: string): string[] {
  if (step === '**') return [folder, ...foldersBelow(folder)];
  if (!isPattern(step)) return [join(folder, step)];
  const name = nameLike(step);
  return namesIn(folder)
    .filter((one) => name.test(one))
    .map((one) => join(folder, one));
}

/** Each once: one that links lead back to is not gone through again. */
function foldersBelow(top: string): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  const walk = (folder: string) => {
    const real = realPathIfThere(folder === '' ? '.' : folder);
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    if (folder !== top) found.push(folder);
    for (const name of namesIn(folder)) {
      const inner = join(folder, name);
      if (!name.startsWith('.') && statIfThere(inner)?.isDirectory() === true) walk(inner);
    }
  };
  if (statIfThere(top === '' ? '.' : top)?.isDirectory() === true) walk(top);
  return found;
}

/** What is no folder, or not there, has no names in it. */
function namesIn(folder: string): string[] {
  const path = folder === '' ? '.' : folder;
  try {
    return statIfThere(path)?.isDirectory() === true ? readdirSync(path) : [];
  } catch (error) {
    if (isGone(error)) return [];
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

/** Logs are rotated while they are looked for. */
function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function nameLike(step: string): RegExp {
  const text = step.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const pattern = text.replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${/^[*?]/.test(step) ? '(?!\\.)' : ''}${pattern}$`, 'su');
}
