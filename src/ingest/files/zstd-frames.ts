import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];

/**
 * Unpacks Zstandard data with any number of frames, as written by appended logs and parallel packers.
 * Node's decompressor ends at the first frame and drops what follows in the same chunk without an error, so each
 * frame gets a decompressor of its own; the end of a frame follows from its block headers (RFC 8878, section 3.1).
 */
export async function* unpackZstd(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const frames = new FrameSplitter(input);
  try {
    do {
      const decompressor = createZstdDecompress();
      const feeding = pipeline(Readable.from(frames.nextFrame(), { objectMode: false }), decompressor);
      // Both sides fail together; the reading side reports it.
      feeding.catch(() => undefined);
      yield* decompressor;
      await feeding;
    } while (await frames.hasMore());
  } finally {
    await frames.close();
  }
}

/** Splits a byte stream at the ends of its frames. Damage is found by the decompressor. */
class FrameSplitter {
  readonly #input: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#input = input[Symbol.asyncIterator]();
  }

  /** Closes the input, even if it was not read to its end. */
  async close(): Promise<void> {
    await this.#input.return?.();
  }

  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#input.next();
      if (next.done === true) return false;
      this.#rest = next.value;
    }
    return true;
  }

  async *nextFrame(): AsyncGenerator<Uint8Array> {
    const magic = yield* this.#take(4);
    const kind = littleEndian(magic);
    if ((kind & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC) {
      yield* this.#pass(littleEndian(yield* this.#take(4)));
      return;
    }
    if (kind !== MAGIC) {
      yield* this.#passAll();
      return;
    }
    const descriptor = (yield* this.#take(1))[0] ?? 0;
    const singleSegment = (descriptor >> 5) & 1;
    const sizeFlag = descriptor >> 6;
    const contentSizeBytes = sizeFlag === 0 ? singleSegment : CONTENT_SIZE_BYTES[sizeFlag]!;
    yield* this.#take(1 - singleSegment + DICTIONARY_BYTES[descriptor & 3]! + contentSizeBytes);
    for (;;) {
      const header = littleEndian(yield* this.#take(3));
      const runLength = ((header >> 1) & 3) === 1;
      yield* this.#pass(runLength ? 1 : header >> 3);
      if ((header & 1) === 1 || !(await this.hasMore())) break;
    }
    if (((descriptor >> 2) & 1) === 1) yield* this.#take(4);
  }

  /** Reads exactly the given number of bytes; fewer at the end of the input. */
  async *#take(count: number): AsyncGenerator<Uint8Array, Uint8Array> {
    const taken = new Uint8Array(count);
    let filled = 0;
    while (filled < count && (await this.hasMore())) {
      const part = this.#cut(count - filled);
      taken.set(part, filled);
      filled += part.length;
    }
    if (filled > 0) yield taken.subarray(0, filled);
    return taken.subarray(0, filled);
  }

  async *#pass(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    while (left > 0 && (await this.hasMore())) {
      const part = this.#cut(left);
      left -= part.length;
      yield part;
    }
  }

  async *#passAll(): AsyncGenerator<Uint8Array> {
    while (await this.hasMore()) yield this.#cut(this.#rest.length);
  }

  #cut(count: number): Uint8Array {
    const part = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }
}

function littleEndian(bytes: Uint8Array): number {
  let value = 0;
  for (let index = bytes.length - 1; index >= 0; index -= 1) value = value * 256 + bytes[index]!;
  return value;
}
