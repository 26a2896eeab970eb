import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DISK, type Disk } from './disk.ts';
import { type LogFile, setTornLineApart } from './log-folder.ts';

const PART = '.part';
const PACKED = '.gz';

/**
 * Packs a complete file as `path.gz` and removes it. The packed file appears whole and on disk before the other goes, so
 * that both may be there after a kill, but never none. A file without a line is only removed: it was begun for lines that
 * were not stored, and a packed file without a line says that there was none.
 */
export async function packFile(path: string, disk: Disk = DISK): Promise<void> {
  const { size } = await stat(path);
  if (size > 0) await placePacked(path, () => createReadStream(path), disk);
  await disk.remove(path);
  await disk.syncFolder(dirname(path));
}

/** Makes `path.gz` without a line. */
export async function packNothing(path: string, disk: Disk = DISK): Promise<void> {
  await placePacked(path, () => [], disk);
}

async function placePacked(path: string, content: Content, disk: Disk): Promise<void> {
  const part = path + PACKED + PART;
  await disk.remove(part);
  try {
    await writePacked(content, part, disk);
  } catch (error) {
    // A disk may be full because of it.
    await disk.remove(part).catch(() => undefined);
    throw error;
  }
  await disk.rename(part, path + PACKED);
  await disk.syncFolder(dirname(path));
}

type Content = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function writePacked(content: Content, part: string, disk: Disk): Promise<void> {
  const file = await disk.open(part);
  try {
    await pipeline(content(), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.append(chunk);
    });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What was put in order when a log was opened. */
export interface Recovered {
  /** Files with a line that was cut off, which now is in `path.torn`. */
  readonly torn: readonly string[];
  /** Complete files that were not packed yet. */
  readonly complete: readonly string[];
  /** Files that lines of now may belong to. */
  readonly current: readonly LogFile[];
}

/** The stems of a log. Files of a folder with other names are left as they are: another program may write them. */
export interface LogStems {
  /** Whether files of this stem are of this log. */
  isOwn(stem: string): boolean;
  /** Whether lines may still be appended to a file of this stem. */
  isCurrent(stem: string): boolean;
}

/** Names of logs and of half-packed ones with their stem: `stem.ndjson`, `stem.2.ndjson.gz.part`. */
const LOG = /^(.+?)(?:\.\d+)?\.ndjson$/;
const HALF_PACKED = /^(.+?)(?:\.\d+)?\.ndjson\.gz\.part$/;

/**
 * Puts in order what a kill or a power cut has left of a log in its folder: sets lines that were cut off apart, removes
 * half-packed files, and finds files to pack.
 */
export async function recoverFolder(
  folder: string,
  { isOwn, isCurrent }: LogStems,
  disk: Disk = DISK,
): Promise<Recovered> {
  const names = (await disk.list(folder)).sort();
  const own = (form: RegExp) =>
    names.flatMap((name) => {
      const stem = form.exec(name)?.[1];
      return stem !== undefined && isOwn(stem) ? [{ stem, path: join(folder, name) }] : [];
    });
  // These first, because a disk may be full of them.
  for (const { path } of own(HALF_PACKED)) await disk.remove(path);
  const torn: string[] = [];
  const complete: string[] = [];
  const current: LogFile[] = [];
  for (const { stem, path } of own(LOG)) {
    if ((await setTornLineApart(path, disk)) > 0) torn.push(path);
    if (isCurrent(stem)) current.push({ stem, path });
    else complete.push(path);
  }
  await disk.syncFolder(folder);
  return { torn, complete, current };
}
