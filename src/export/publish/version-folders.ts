import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import { FOLDER_NOT_LINK, LATEST } from './latest-link.ts';

/** The versions that a folder of reports contains for a date and region. */
export interface RegionFolder {
  readonly date: string;
  /** Name of the folder: `other` for orders without a region. */
  readonly name: string;
  readonly path: string;
  /** Versions that have a folder, in order. */
  readonly versions: readonly number[];
  /** The target of `latest` as it is written, or that it is a folder or a file; undefined if it is missing. */
  readonly latest: string | undefined;
}

/** The folders of a date's regions that contain versions; skips anything else, such as a preview. */
export async function regionFolders(out: string, date: string): Promise<RegionFolder[]> {
  const folders: RegionFolder[] = [];
  for (const name of await entriesOf(join(out, date))) {
    const path = join(out, date, name);
    const entries = await entriesOf(path);
    const versions = entries.flatMap((entry) => {
      const number = /^v([1-9]\d*)$/.exec(entry)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
    if (versions.length === 0 && !entries.includes(LATEST)) continue;
    const latest = await latestIn(path);
    folders.push({ date, name, path, versions: versions.sort((a, b) => a - b), latest });
  }
  return folders;
}

/** The target of a folder's `latest`, see {@link RegionFolder}. */
export async function latestIn(folder: string): Promise<string | undefined> {
  const path = join(folder, LATEST);
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink()) return readlink(path).catch(() => undefined);
  if (found?.isDirectory()) return FOLDER_NOT_LINK;
  return found && 'a file, not a link';
}

/** Names in a folder, sorted; none if it is missing or a file. Throws SOURCE_UNREADABLE. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new Fault('SOURCE_UNREADABLE', {
      where: folder,
      found: code === 'EACCES' ? 'no right to read it' : (error as Error).message,
      cause: error,
    });
  }
}
