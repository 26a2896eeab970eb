import { constants, createReadStream } from 'node:fs';
import { access, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Undelivered } from '../../alerts/undelivered.ts';
import { makeFolders } from '../../database/make-folders.ts';
import { syncFolder } from '../../database/sync-folder.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { sha256OfBlocks } from '../../sha256.ts';
import {
  asideOf,
  isFolder,
  type Measure,
  type Place,
  type PlaceRequest,
  PROBE_NAME,
  type Putting,
  refuseOther,
} from './place.ts';

/** A folder, such as a mounted share. It must exist: while it is not mounted, nothing is written in its place. */
export async function openFolderPlace({ delivery, workingDirectory }: PlaceRequest): Promise<Place> {
  const root = resolve(workingDirectory, delivery.folder!);
  await orUndelivered(root, async () => {
    if (!(await stat(root)).isDirectory()) throw new Undelivered(`${root}: not a folder`);
    await access(root, constants.W_OK | constants.X_OK);
  });
  const put: Place['put'] = (path, content, putting) => writeAside(root, path, content, putting);
  return {
    keepsFiles: true,
    address: root,
    put,
    remove: (path) =>
      orUndelivered(root, async () => {
        await refuseObstacles(root, path);
        await rm(join(root, path), { force: true });
      }),
    finish: async () => undefined,
    probe: async () => {
      await put(`.${PROBE_NAME}`, nothing());
      await rm(join(root, `.${PROBE_NAME}`), { force: true });
    },
    close: async () => undefined,
  };
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function writeAside(
  root: string,
  path: string,
  content: AsyncIterable<Buffer>,
  { appears, measure }: Putting = {},
): Promise<void> {
  const target = join(root, path);
  const aside = join(root, asideOf(path));
  const made = await orUndelivered(root, async () => {
    await refuseObstacles(root, path);
    return makeFolders(dirname(target));
  });
  await appears?.(asideOf(path));
  try {
    const file = await orUndelivered(root, async () => {
      // What an attempt before has left, or a link that somebody has put there and that must not be written through.
      await rm(aside, { force: true });
      return open(aside, 'wx');
    });
    try {
      for await (const block of content)
        await orUndelivered(root, () => atFaultPoint('deliver.write', () => file.writeFile(block)));
      await orUndelivered(root, () => atFaultPoint('deliver.sync', () => file.sync()));
    } finally {
      await file.close();
    }
    if (measure !== undefined) await orUndelivered(root, () => refuseOtherFile(root, path, measure));
    await appears?.(path);
    await orUndelivered(root, () => atFaultPoint('deliver.rename', () => rename(aside, target)));
    await orUndelivered(root, () => syncFrom(dirname(target), made));
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Throws UnfitVersion if another file is there. A link is no file, and is replaced. */
async function refuseOtherFile(root: string, path: string, measure: Measure): Promise<void> {
  const target = join(root, path);
  const there = await lstat(target).catch(() => undefined);
  if (there?.isFile() !== true) return;
  const sha256 = () =>
    sha256OfBlocks(createReadStream(target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') return undefined;
      throw error;
    });
  await refuseOther([root, path], { bytes: there.size, sha256 }, measure);
}

/**
 * Who else writes to the share could let a link lead elsewhere, with the rights of this program.
 * @throws Undelivered if a folder of a path below the root is a link or a file, or its file is a folder
 */
async function refuseObstacles(root: string, path: string): Promise<void> {
  const steps = path.split('/');
  for (const at of steps.keys()) {
    const step = steps.slice(0, at + 1).join('/');
    const found = await lstat(join(root, step)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined) return;
    if (at === steps.length - 1) {
      if (found.isDirectory()) throw new Undelivered(isFolder(root, step));
      return;
    }
    if (found.isSymbolicLink()) throw new Undelivered(`${root}: ${step} is a link, which is not followed`);
    if (!found.isDirectory())
      throw new Undelivered(`${root}: ${step} is a file; a folder is expected under this name`);
  }
}

/** Makes the entries of a folder durable, and those of the folders above it that were made for it. */
async function syncFrom(folder: string, made: string | undefined): Promise<void> {
  await syncFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (!NOT_FOR_FOLDERS.has(error.code)) throw error;
  });
  if (made !== undefined && folder.startsWith(made)) await syncFrom(dirname(folder), made);
}

/** What is answered where a folder cannot be synced, such as on network shares: the file in it is whole nevertheless. */
const NOT_FOR_FOLDERS: ReadonlySet<string | undefined> = new Set([
  ...['EINVAL', 'ENOSYS', 'ENOTSUP'],
  // A folder that may be written to, and not read, cannot be opened.
  ...['EACCES', 'EPERM'],
]);

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such folder; it may not be mounted',
  ENOTDIR: 'a folder of its path is a file',
  EACCES: 'no right to write there',
  EPERM: 'no right to write there',
  EROFS: 'it is read-only, by its mount or for this service (ReadWritePaths of its unit)',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota is used up',
};

/** Only errors of the place itself; those of the content pass through beside it. */
async function orUndelivered<T>(root: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Undelivered) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Undelivered(`${root}: ${REASONS[code ?? ''] ?? code ?? (error as Error).name}`);
  }
}
