import type { PassThrough } from 'node:stream';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly name: string;
  readonly blocks: Iterable<string> | AsyncIterable<string>;
}

/** The format's first day, without a zone: the same content has the same bytes whenever and wherever it is written. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** A ZIP archive, entry by entry, in the memory of one block; with ZIP64 where it is longer than 4 GiB. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  // Reading an entry's content fails in `add`, which ends the output with the same error.
  archive.on('error', () => {});
  const stopped = new AbortController();
  const added = add(archive, entries, stopped.signal).then(
    () => archive.end(),
    (error: Error) => void output.destroy(error),
  );
  try {
    yield* output;
  } finally {
    stopped.abort();
    await added;
  }
}

/** The next entry is made once the one before has been read. */
async function add(archive: ZipFile, entries: AsyncIterable<ZipEntry>, stopped: AbortSignal): Promise<void> {
  for await (const { name, blocks } of entries) {
    stopped.throwIfAborted();
    const content = Readable.from(encoded(blocks), { signal: stopped });
    archive.addReadStream(content, name, ENTRY);
    await finished(content);
  }
}

async function* encoded(blocks: ZipEntry['blocks']): AsyncGenerator<Buffer> {
  for await (const block of blocks) yield Buffer.from(block, 'utf8');
}
