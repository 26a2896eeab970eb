import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { formatByName } from './source-format.ts';

/** Standard input's name as a source. */
export const STANDARD_INPUT = '-';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no right to read it',
  EPERM: 'no right to read it',
  EISDIR: 'it is a folder',
  ELOOP: 'links that lead round in a circle',
};

/**
 * Files behind the paths of a command, in a fixed order: a file as it is, of a folder all files below it that
 * are logs or tables by their names (`.ndjson`, `.jsonl`, `.log`, `.csv`, `.tsv`, also with `.gz` or `.zst`), sorted.
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
  return new Fault('SOURCE_UNREADABLE', { where: path, found: REASONS[code ?? ''] ?? message, cause: error });
}

function filesBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    throw sourceFault(error, folder);
  }
  return entries
    .filter((entry) => formatByName(entry.name) !== undefined && (entry.isFile() || leadsToFile(entry)))
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
