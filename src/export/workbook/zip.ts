import type { PassThrough } from 'node:stream';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly name: string;
  /** Its content; a text is written as UTF-8. */
  readonly blocks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

/** The earliest time in ZIP, without a zone, so that the same content always gives the same bytes. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Writes a ZIP archive entry by entry, using the memory of one block. Archives over 4 GiB use ZIP64. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  // `add` throws the same error, which ends the output; without a listener it would crash the process.
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

/** Adds entries. Each one is produced only after the previous one was read. */
async function add(archive: ZipFile, entries: AsyncIterable<ZipEntry>, stopped: AbortSignal): Promise<void> {
  for await (const { name, blocks } of entries) {
    stopped.throwIfAborted();
    const content = Readable.from(encoded(blocks), { signal: stopped });
    archive.addReadStream(content, name, ENTRY);
    await finished(content);
  }
}

async function* encoded(blocks: ZipEntry['blocks']): AsyncGenerator<Buffer> {
  for await (const block of blocks) yield typeof block === 'string' ? Buffer.from(block, 'utf8') : block;
}
