import { once } from 'node:events';
import { Readable } from 'node:stream';
import { constants, createZstdDecompress, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { unpackZstd } from '../../../src/ingest/files/zstd-frames.ts';
import { holds, piecesOf, type Target, withNumber } from '../target.ts';

const TEXT = 'a line of a log\n'.repeat(8);
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const SKIPPED = '\x53\x2a\x4d\x18\x03\0\0\0abc';
const FRAMES = [
  zstdCompressSync(TEXT),
  zstdCompressSync(TEXT, checked),
  zstdCompressSync(''),
  Buffer.from(SKIPPED, 'latin1'),
];
/** Where a fuzzed file unpacks to more than this, only its beginning is compared. */
const MOST_BYTES = 1_000_000;

/** Zstandard frames, however many, cut anywhere: the same bytes or an error, and one frame as Node unpacks it. */
const target: Target = {
  seeds: [
    ...FRAMES.map((frame) => Buffer.concat([Buffer.of(7), frame])),
    Buffer.concat([Buffer.of(3), ...FRAMES]),
    Buffer.concat([Buffer.of(30), FRAMES[0]!, Buffer.from('garbage')]),
    Buffer.concat([Buffer.of(30), FRAMES[0]!, gzipSync(TEXT)]),
  ],
  words: [],
  run: async (input) => {
    const [size, bytes] = withNumber(input, 31);
    const whole = await unpacked([bytes]);
    const cut = await unpacked(piecesOf(bytes, size));
    holds(whole === cut, 'a file unpacks to the same however its bytes arrive');
    const alone = await plainly(bytes);
    if (alone !== undefined) holds(whole === alone, 'a frame unpacks to what Node makes of it');
  },
};
export default target;

async function unpacked(pieces: Iterable<Uint8Array>): Promise<string> {
  async function* input() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of unpackZstd(input())) {
      parts.push(Buffer.from(part));
      bytes += part.length;
      if (bytes > MOST_BYTES) return 'much';
    }
  } catch {
    return 'broken';
  }
  return Buffer.concat(parts).toString('hex');
}

/** What a single frame unpacks to; undefined if the bytes are not exactly one. */
async function plainly(bytes: Buffer): Promise<string | undefined> {
  const decompressor = createZstdDecompress();
  const source = Readable.from([bytes], { objectMode: false });
  try {
    const ended = once(decompressor, 'end');
    source.pipe(decompressor).resume();
    await ended;
  } catch {
    return undefined;
  } finally {
    decompressor.destroy();
  }
  if (decompressor.bytesWritten !== bytes.length) return undefined;
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: MOST_BYTES }).toString('hex');
  } catch {
    return undefined;
  }
}
