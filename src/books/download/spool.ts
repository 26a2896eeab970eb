import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFault } from '../../file-fault.ts';

const BLOCK_BYTES = 1 << 20;
const READ_BYTES = 256 * 1024;

/** Gives a content to the spool, block by block; a block may be used again once its promise has ended. */
export type Produce = (write: (block: string | Buffer) => Promise<void>) => Promise<void>;

/**
 * Passes on what is produced through a temporary file, while it is produced: a slow reader does not hold up the producer
 * with its transaction, and memory does not grow. The file has no name once it is open, so that none is left behind, even
 * if the process is killed. It is closed when the content was read, the loop is left, or the signal is aborted.
 * @param folder of the temporary file; the system's own if absent
 * @throws Fault FOLDER_NOT_WRITABLE, and whatever the producer throws
 */
export async function* spooled(
  produce: Produce,
  {
    folder = tmpdir(),
    signal,
  }: { readonly folder?: string | undefined; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted();
  const spool = startSpool(await openUnnamed(folder), folder, produce);
  const onAbort = () => void spool.stop(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  try {
    if (signal?.aborted === true) onAbort();
    yield* spool.blocks();
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await spool.stop(new Error('nobody reads it any more'));
  }
}

interface Spool {
  blocks(): AsyncGenerator<Buffer>;
  /** Ends production and closes the file; called twice, it does so once. */
  stop(reason: unknown): Promise<void>;
}

function startSpool(file: FileHandle, folder: string, produce: Produce): Spool {
  let written = 0;
  let end: { readonly error?: unknown } | undefined;
  let stopped: { readonly reason: unknown } | undefined;
  let closed: Promise<void> | undefined;
  let news = Promise.withResolvers<void>();
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  const write = async (block: string | Buffer) => {
    for (const part of partsOf(block)) {
      if (stopped !== undefined) throw stopped.reason;
      await writeAll(file, part, written).catch((error) => {
        throw writeFault(error, folder);
      });
      written += part.length;
      tell();
    }
  };
  const produced = produce(write).then(
    () => {
      end = {};
      tell();
    },
    (error: unknown) => {
      end = { error };
      tell();
    },
  );
  async function* blocks(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      if (stopped !== undefined) throw stopped.reason;
      const more = news.promise;
      if (at < written) {
        const block = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, written - at));
        const { bytesRead } = await file.read(block, 0, block.length, at);
        at += bytesRead;
        yield block.subarray(0, bytesRead);
      } else if (end === undefined) await more;
      else if ('error' in end) throw end.error;
      else return;
    }
  }
  const stop = (reason: unknown): Promise<void> => {
    stopped ??= { reason };
    tell();
    closed ??= produced.then(() => file.close());
    return closed;
  };
  return { blocks, stop };
}

/** Large blocks in parts, so that a reader need not wait for all of one. */
function* partsOf(block: string | Buffer): Generator<Buffer> {
  const bytes = typeof block === 'string' ? Buffer.from(block, 'utf8') : block;
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) yield bytes.subarray(at, at + BLOCK_BYTES);
}

async function writeAll(file: FileHandle, part: Buffer, position: number): Promise<void> {
  for (let at = 0; at < part.length; ) {
    const { bytesWritten } = await file.write(part, at, part.length - at, position + at);
    at += bytesWritten;
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, `payin-recon-download-${randomUUID()}`);
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  } catch (error) {
    await file?.close();
    throw writeFault(error, folder);
  }
}
