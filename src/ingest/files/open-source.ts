import { createHash } from 'node:crypto';
import { Fault } from '../../errors.ts';
import { fileChunks } from './file-chunks.ts';
import { refusingForeign } from './foreign-format.ts';
import { lookAhead } from './look-ahead.ts';
import { STANDARD_INPUT, sourceFault } from './paths-of-command.ts';
import { unpackGzip } from './unpack-gzip.ts';
import { unpackZstd } from './zstd-frames.ts';

const GZIP_MAGIC = [0x1f, 0x8b];
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Length of the longest of them. */
const MAGIC_BYTES = 4;

/** Content of a source; the functions are final once all chunks have been read. */
export interface SourceContent {
  /** Unpacked bytes. Throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_FORMAT, SOURCE_BROKEN. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** SHA-256 of the stored (perhaps packed) bytes in hexadecimal digits. */
  sha256(): string;
  /** Stored bytes read so far. */
  bytes(): number;
  /** Whether the file may grow, or grew while it was read, so that it may end within a line. */
  grew(): boolean;
  /** Of a workbook: how many rows after the header are wanted; all if absent. */
  readonly firstRows?: number;
}

/**
 * Opens a file, or standard input, for one pass. Packed content is recognised by its first bytes, or its name.
 * @param maxBytes limit of the unpacked content
 * @param mayGrow whether somebody may still write to the file
 * @param onBytes called with the number of stored bytes read since the last call
 */
export function openSource(
  path: string,
  maxBytes: number,
  mayGrow = false,
  onBytes?: (bytes: number) => void,
): SourceContent {
  const digest = createHash('sha256');
  let stored = 0;
  let grew = mayGrow;
  const onGrown = () => {
    grew = true;
  };
  async function* storedChunks(): AsyncGenerator<Uint8Array> {
    const chunks =
      path === STANDARD_INPUT ? (process.stdin as AsyncIterable<Uint8Array>) : fileChunks(path, onGrown);
    try {
      for await (const chunk of chunks) {
        digest.update(chunk);
        stored += chunk.length;
        onBytes?.(chunk.length);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Fault ? error : sourceFault(error, path);
    }
  }
  return {
    chunks: limited(refusingForeign(unpacked(storedChunks(), path), path), path, maxBytes),
    sha256: () => digest.copy().digest('hex'),
    bytes: () => stored,
    grew: () => grew,
  };
}

async function* unpacked(stored: AsyncGenerator<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const { first, whole } = await lookAhead(stored, ({ length }) => length >= MAGIC_BYTES);
  const startsWith = (magic: readonly number[]) => magic.every((byte, index) => first[index] === byte);
  try {
    if (startsWith(GZIP_MAGIC)) yield* unpackGzip(whole);
    else if (startsWith(ZSTD_MAGIC)) yield* unpackZstd(copied(whole));
    else if (isPlainText(first) && /\.(gz|zst)$/i.test(path)) {
      await stored.return(undefined);
      throw notPacked(path);
    } else if (/\.gz$/i.test(path)) yield* unpackGzip(whole);
    else if (/\.zst$/i.test(path)) yield* unpackZstd(copied(whole));
    else yield* whole;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('SOURCE_BROKEN', { where: path, found: (error as Error).message, cause: error });
  }
}

/** Whether a file begins with letters, which no packed one does. An empty or shorter one may have been cut off. */
function isPlainText(first: Uint8Array): boolean {
  const isLetter = (byte: number) => [0x09, 0x0a, 0x0d].includes(byte) || (byte >= 0x20 && byte < 0x7f);
  return first.length >= MAGIC_BYTES && first.subarray(0, MAGIC_BYTES).every(isLetter);
}

function notPacked(path: string): Fault {
  const ending = path.slice(path.lastIndexOf('.'));
  return new Fault('SOURCE_BROKEN', {
    where: path,
    found: 'plain text, which is not packed',
    expected: `a packed file, as its name ends with ${ending}`,
    remedy: `If the file is right, rename it so that its name does not end with ${ending}. Otherwise copy it again.`,
  });
}

/** Copies of chunks, for readers that need several at once. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

async function* limited(
  chunks: AsyncGenerator<Uint8Array>,
  path: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > maxBytes) {
      throw new Fault('SOURCE_BROKEN', {
        where: path,
        found: `more than ${maxBytes} bytes when unpacked`,
        remedy: 'If the file is genuine, raise the setting ingest.maxFileBytes.',
      });
    }
    yield chunk;
  }
}
