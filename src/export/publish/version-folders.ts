import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';

/** The versions that a folder of reports contains for a date and region. */
export interface RegionFolder {
  readonly date: string;
  /** Name of the folder: `other` for orders without a region. */
  readonly name: string;
  readonly path: string;
  /** Versions that have a folder, in order. */
  readonly versions: readonly number[];
  /** The target of `latest` as it is written; undefined if it is missing or no link. */
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
    if (versions.length === 0 && !entries.includes('latest')) continue;
    const latest = await readlink(join(path, 'latest')).catch(() => undefined);
    folders.push({ date, name, path, versions: versions.sort((a, b) => a - b), latest });
  }
  return folders;
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
