import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../errors.ts';

/** Standard input's name as a source. */
export const STANDARD_INPUT = '-';

const LOG_FILE = /\.(ndjson|jsonl|log)(\.gz|\.zst)?$/i;

/**
 * Files behind the paths of a command, in a fixed order: a file as it is, of a folder all log files below it
 * (`.ndjson`, `.jsonl`, `.log`, also with `.gz` or `.zst`), sorted by name.
 * @throws Fault SOURCE_NOT_FOUND, SOURCE_UNREADABLE
 */
export function findSources(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === STANDARD_INPUT) return [path];
    let isFolder: boolean;
    try {
      isFolder = statSync(path).isDirectory();
    } catch (error) {
      throw sourceFault(error, path);
    }
    return isFolder ? filesBelow(path) : [path];
  });
}

/** A file system error as the fault it is for a user. */
export function sourceFault(error: unknown, path: string): Fault {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new Fault('SOURCE_NOT_FOUND', { where: path, cause: error });
  const found = code === 'EACCES' || code === 'EPERM' ? 'no right to read it' : message;
  return new Fault('SOURCE_UNREADABLE', { where: path, found, cause: error });
}

function filesBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    throw sourceFault(error, folder);
  }
  return entries
    .filter((entry) => LOG_FILE.test(entry.name) && (entry.isFile() || leadsToFile(entry)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** Whether an entry is a link to a file; one that leads nowhere, or round in a circle, is none. */
function leadsToFile(entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(join(entry.parentPath, entry.name)).isFile();
  } catch {
    return false;
  }
}
