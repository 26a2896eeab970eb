import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';

/** What a folder of reports holds of a date and region. */
export interface RegionFolder {
  readonly date: string;
  /** Name of the folder: `other` for orders without a region. */
  readonly name: string;
  readonly path: string;
  /** Versions of which there is a folder, in order. */
  readonly versions: readonly number[];
  /** Where `latest` leads, as it is written; undefined if it is not there or no link. */
  readonly latest: string | undefined;
}

/** The folders of a date's regions that hold versions; what is something else (a preview, say) is passed over. */
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

/** Names in a folder, sorted; none if it is not there, or a file. Throws SOURCE_UNREADABLE. */
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
