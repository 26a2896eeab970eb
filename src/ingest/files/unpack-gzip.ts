import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const CHUNK_BYTES = 262_144;

/**
 * Unpacks gzip data with any number of members, as written by appended logs. Zeros may follow the last one.
 * Node takes a zero byte after a member for the beginning of such padding, and drops whatever follows without an error.
 * @throws errors of damaged data
 */
export async function* unpackGzip(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Any chunk fills the stream, so that the next one is asked for once this one is unpacked: its memory may be used again.
  const options = { chunkSize: CHUNK_BYTES, writableHighWaterMark: 1 };
  const gunzip = createGunzip(options);
  const output = new PassThrough();
  async function* members(): AsyncGenerator<Uint8Array> {
    let given = 0;
    for await (const chunk of input) {
      if (gunzip.bytesWritten === given) yield chunk;
      const unread = Math.min(given + chunk.length - gunzip.bytesWritten, chunk.length);
      given += chunk.length;
      if (chunk.subarray(chunk.length - unread).some((byte) => byte !== 0))
        throw new Error(`more than zeros follow the packed data, which ends at byte ${gunzip.bytesWritten}`);
    }
  }
  let failure: unknown;
  const running = pipeline(members(), gunzip, output).catch((error: unknown) => {
    failure = error;
  });
  try {
    yield* output;
  } catch (error) {
    await running;
    throw failure ?? error;
  }
  await running;
  if (failure !== undefined) throw failure;
}
