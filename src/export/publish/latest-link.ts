import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { writeFault } from '../../file-fault.ts';

/** The link to the newest version, in the folder of a date and region. */
export const LATEST = 'latest';

/** What copies that follow links, such as `cp -rL`, leave in the place of the link. */
export const FOLDER_NOT_LINK = 'a folder, not a link';
/** What puts the link back in its place. */
export const MOVE_LATEST = 'Move latest aside, then reconcile the date again: the link is written again.';

/** The greatest number of a version in the store, which counts on from the folders that it finds. */
const MOST_VERSIONS = 2_147_483_647;

/**
 * Points `latest` at the newest folder, if it does not yet; a run that was killed between two renames leaves it behind.
 * @throws Fault FOLDER_NOT_WRITABLE
 */
export async function repoint(parent: string): Promise<void> {
  const target = await readlink(join(parent, LATEST)).catch(() => undefined);
  if (target !== `v${newestFolder(parent)}`) await pointLatest(parent);
}

/** Points `latest` at the newest folder, in one step. Throws FOLDER_NOT_WRITABLE. */
export async function pointLatest(parent: string): Promise<void> {
  const latest = join(parent, LATEST);
  if (lstatSync(latest, { throwIfNoEntry: false })?.isDirectory())
    throw new Fault('FOLDER_NOT_WRITABLE', {
      ...{ where: latest, found: FOLDER_NOT_LINK, expected: 'a link to the newest version' },
      remedy: MOVE_LATEST,
    });
  const version = newestFolder(parent);
  const pointer = join(parent, `.${LATEST}-${version}`);
  try {
    await rm(pointer, { force: true });
    await symlink(`v${version}`, pointer);
    await atFaultPoint('publish.latest', () => rename(pointer, latest));
  } catch (error) {
    await rm(pointer, { force: true }).catch(() => undefined);
    throw writeFault(error, parent);
  }
}

/**
 * The highest version that has a folder, so that a version of another store is not overwritten either. A folder with a number
 * that leaves none for the next version is none of a store.
 */
export function newestFolder(parent: string): number {
  if (!existsSync(parent)) return 0;
  const versions = readdirSync(parent).map((name) => Number(/^v(\d+)$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...versions.filter((version) => version < MOST_VERSIONS));
}
