import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DISK, type Disk } from './disk.ts';
import { LOG_ENDING, setTornLineApart } from './log-folder.ts';

const PART = '.part';
const PACKED = '.gz';

/**
 * Packs a complete file as `path.gz` and removes it. The packed file appears whole and on disk before the other goes, so
 * that both may be there after a kill, but never none.
 */
export async function packFile(path: string, disk: Disk = DISK): Promise<void> {
  const folder = dirname(path);
  const part = path + PACKED + PART;
  await disk.remove(part);
  try {
    await writePacked(path, part, disk);
  } catch (error) {
    // A disk may be full because of it.
    await disk.remove(part).catch(() => undefined);
    throw error;
  }
  await disk.rename(part, path + PACKED);
  await disk.syncFolder(folder);
  await disk.remove(path);
  await disk.syncFolder(folder);
}

async function writePacked(path: string, part: string, disk: Disk): Promise<void> {
  const file = await disk.open(part);
  try {
    await pipeline(createReadStream(path), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
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
}

/**
 * Puts in order what a kill or a power cut has left in a folder of logs: sets lines that were cut off apart, removes
 * half-packed files, and finds files to pack.
 * @param isCurrent whether lines may still be appended to a file of this stem
 */
export async function recoverFolder(
  folder: string,
  isCurrent: (stem: string) => boolean,
  disk: Disk = DISK,
): Promise<Recovered> {
  const names = (await disk.list(folder)).sort();
  for (const name of names) if (name.endsWith(PART)) await disk.remove(join(folder, name));
  const torn: string[] = [];
  const complete: string[] = [];
  for (const name of names.filter((one) => one.endsWith(LOG_ENDING))) {
    const path = join(folder, name);
    if ((await setTornLineApart(path, disk)) > 0) torn.push(path);
    const stem = name.slice(0, -LOG_ENDING.length).replace(/\.\d+$/, '');
    if (!isCurrent(stem)) complete.push(path);
  }
  await disk.syncFolder(folder);
  return { torn, complete };
}
