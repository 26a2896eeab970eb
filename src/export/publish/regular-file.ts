import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Something else is in the place of a file; the message says what. */
export class NoRegularFile extends Error {}

/** A link in the place of the file is not followed, and a pipe there is not waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What the system answers where it does not open something. */
const REASONS: Readonly<Record<string, string>> = {
  ELOOP: 'a link in its place',
  // A socket, and a device that does not exist.
  ENXIO: 'no regular file',
  ENODEV: 'no regular file',
};

/**
 * Opens a regular file to read it. Links are followed to its folder only, so that who may write to the folder can neither keep
 * the program waiting nor have another file read.
 * @throws NoRegularFile, the system's error
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    const reason = REASONS[error.code ?? ''];
    throw reason === undefined ? error : new NoRegularFile(reason, { cause: error });
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new NoRegularFile(found.isDirectory() ? 'a folder' : 'no regular file');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The bytes of a regular file. Throws NoRegularFile, the system's error. */
export async function readRegular(path: string): Promise<Buffer> {
  const handle = await openRegular(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const MOST_BYTES = 1024 * 1024;

/**
 * The bytes of a regular file in chunks, each valid until the next but one is requested: two buffers, no larger than the file,
 * burden the garbage collector less than one for each chunk.
 * @throws NoRegularFile, the system's error
 */
export async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    const most = Math.max(1, Math.min(MOST_BYTES, size));
    const buffers = [Buffer.allocUnsafeSlow(most), Buffer.allocUnsafeSlow(size > most ? most : 1)] as const;
    for (let turn = 0; ; turn = 1 - turn) {
      const buffer = turn === 0 ? buffers[0] : buffers[1];
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
