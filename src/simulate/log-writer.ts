import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Lines to a file, or to several that follow one another as a rotated log's do. */
export interface LogWriter {
  /** Adds a line to the given part (0 or more, never falling). A promise when the disk is to be waited for. */
  write(part: number, line: string): Promise<void> | undefined;
  /** Ends the last part; parts that got no line are there, and empty. */
  close(): Promise<void>;
}

interface OpenFile {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 256 * 1024;
// No UTF-16 unit takes more bytes of UTF-8.
const BYTES_PER_UNIT = 3;
const LINE_FEED = 10;

/** A writer over the given paths, one a part; gzipped if asked for. */
export function createLogWriter(paths: readonly string[], gzip: boolean): LogWriter {
  let part = 0;
  let file = openFile(paths[0]!, gzip);
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let spare = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  let writing: Promise<void> = Promise.resolve();

  /** Hands the chunk to the file once that is done with the one before, which is then filled anew. */
  async function flush(): Promise<void> {
    await writing;
    writing = file.write(chunk.subarray(0, used));
    // Whoever awaits it next meets the failure; until then it is not unhandled.
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
  // What fails behind a compressor leaves its write without an answer, so the answer is given here.
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
