import { type BigIntStats, close, constants, fstat, open, read } from 'node:fs';
import { Socket } from 'node:net';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';

const CHUNK_BYTES = 262_144;

const openFile = promisify(open);
const closeFile = promisify(close);
const readInto = promisify(read);
const statOpen: (file: number, options: { bigint: true }) => Promise<BigIntStats> = promisify(fstat);

/**
 * A file's bytes; chunks may share memory. Lines may be added to a file meanwhile, but its earlier
 * content may not change. A named pipe is read from its first writer until its last one closes it; no
 * thread blocks on it, so that the process can be interrupted.
 * @param onGrown called once if lines were added
 * @throws Fault SOURCE_BROKEN, and errors of the file system
 */
export async function* fileChunks(path: string, onGrown: () => void): AsyncGenerator<Uint8Array> {
  // Without O_NONBLOCK a pipe without a writer blocks a thread of libuv for good. Windows has no such flag.
  const file = await atFaultPoint('ingest.read', () =>
    openFile(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)),
  );
  const before = await statOpen(file, { bigint: true });
  if (before.isFIFO()) yield* new Socket({ fd: file, readable: true, writable: false });
  else if (isatty(file)) yield* new ReadStream(file);
  else {
    try {
      yield* storedChunks(file, before, path, onGrown);
    } finally {
      await closeFile(file);
    }
  }
}

async function* storedChunks(
  file: number,
  before: BigIntStats,
  path: string,
  onGrown: () => void,
): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let bytes = 0n;
  for (;;) {
    const { bytesRead } = await readInto(file, buffer, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    bytes += BigInt(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
  if (!before.isFile()) return;
  const after = await statOpen(file, { bigint: true });
  if (after.size > before.size) onGrown();
  const isRewritten = after.size <= before.size && after.mtimeNs !== before.mtimeNs;
  if (bytes < before.size || isRewritten) {
    throw new Fault('SOURCE_BROKEN', {
      where: path,
      found: 'it was changed while it was read',
      remedy:
        'Run the same command again once nothing writes the file any more, or write logs by adding to them.',
    });
  }
}
