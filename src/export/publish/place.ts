import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { link, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFault } from '../../file-fault.ts';
import type { WrittenFile } from '../write-report.ts';
import { syncFolder } from './stage.ts';

/** Moves a staged version to its place and points `latest` at the newest. Throws FOLDER_NOT_WRITABLE. */
export async function place(stage: string, parent: string, version: number): Promise<void> {
  try {
    await rename(stage, join(parent, `v${version}`));
    await pointLatest(parent, newestFolder(parent));
    await syncFolder(parent);
  } catch (error) {
    throw writeFault(error, parent);
  }
}

/** Has `latest` lead to the newest folder; a run that was killed between two renames leaves it behind. */
export async function repoint(parent: string): Promise<void> {
  const newest = newestFolder(parent);
  const target = await readlink(join(parent, 'latest')).catch(() => undefined);
  if (target !== `v${newest}`) await pointLatest(parent, newest);
}

/** The highest version of which there is a folder; one that another store published is not overwritten either. */
export function newestFolder(parent: string): number {
  if (!existsSync(parent)) return 0;
  const versions = readdirSync(parent).map((name) => Number(/^v(\d+)$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...versions);
}

/** Replaces staged files by hard links to files of the version before that have the same bytes. */
export async function linkUnchanged(
  files: readonly WrittenFile[],
  stage: string,
  before: string,
): Promise<void> {
  for (const file of files) {
    const old = join(before, file.name);
    if (!existsSync(old) || isOfOtherSize(old, file) || (await digestOf(old)) !== file.sha256) continue;
    const own = join(stage, file.name);
    const linked = `${own}.link`;
    try {
      await link(old, linked);
      await rename(linked, own);
    } catch {
      // A file system without links keeps the copy, which has the same bytes.
      await rm(linked, { force: true });
    }
  }
}

/** Saves reading a large file to find out that it is another. */
function isOfOtherSize(path: string, { bytes }: WrittenFile): boolean {
  const found = statSync(path);
  return found.isFile() && found.size !== bytes;
}

/** Has `latest` lead to a version, in one step. */
async function pointLatest(parent: string, version: number): Promise<void> {
  const pointer = join(parent, `.latest-${version}`);
  await rm(pointer, { force: true });
  await symlink(`v${version}`, pointer);
  await rename(pointer, join(parent, 'latest'));
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk);
  return digest.digest('hex');
}
