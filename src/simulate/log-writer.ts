import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Writes lines to one file, or to several consecutive files like those of a rotated log. */
export interface LogWriter {
  /** Adds a line to a part (0 or more, never decreasing). Returns a promise if the disk is not ready yet. */
  write(part: number, line: string): Promise<void> | undefined;
  /** Finishes the last part. Parts without lines exist as empty files. */
  close(): Promise<void>;
}

interface OpenFile {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 256 * 1024;
// The most bytes of UTF-8 for one UTF-16 unit.
const BYTES_PER_UNIT = 3;
const LINE_FEED = 10;

/** A writer for the given paths, one for each part, with optional gzip compression. */
export function createLogWriter(paths: readonly string[], gzip: boolean): LogWriter {
  let part = 0;
  let file = openFile(paths[0]!, gzip);
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let spare = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  let writing: Promise<void> = Promise.resolve();

  /** Waits for the previous chunk and starts writing this one. The other buffer can be filled meanwhile. */
  async function flush(): Promise<void> {
    await writing;
    writing = file.write(chunk.subarray(0, used));
    // The next await reports the failure. This handler only prevents an unhandled rejection.
    writing.catch(() => {});
    [chunk, spare] = [spare, chunk];
    used = 0;
  }
  async function finish(): Promise<void> {
    await flush();
    await writing;
    await file.close();
  }
  async function advance(to: number): Promise<void> {
    while (part < to) {
      await finish();
      part += 1;
      file = openFile(paths[part]!, gzip);
    }
  }
  function append(line: string): void {
    used += chunk.write(line, used);
    chunk[used] = LINE_FEED;
    used += 1;
  }
  return {
    write(to, line) {
      if (to === part && used + line.length * BYTES_PER_UNIT < CHUNK_BYTES) {
        append(line);
        return undefined;
      }
      return (to === part ? flush() : advance(to)).then(() => append(line));
    },
    async close() {
      await advance(paths.length - 1);
      await finish();
    },
  };
}

function openFile(path: string, gzip: boolean): OpenFile {
  const target = createWriteStream(path);
  const compressor = gzip ? createGzip() : undefined;
  const head: Writable = compressor ?? target;
  const done = compressor === undefined ? finished(target) : pipeline(compressor, target);
  let fail: (cause: unknown) => void = () => {};
  // If the target fails behind the compressor, its write callback is never called, so it is called here.
  done.catch((cause: unknown) => fail(cause));
  return {
    write(bytes) {
      return new Promise((resolve, reject) => {
        fail = reject;
        head.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      head.end();
      await done;
    },
  };
}
