import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { atFaultPoint } from '../../fault-points.ts';

/** Passes on a file's content, block by block. */
export type Fill = (write: (content: string | Buffer) => Promise<void>) => Promise<void>;

/** The bytes of a file, and their digest. */
export interface FileMeasure {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a file through a callback, counts and digests its bytes, and makes it durable before it returns. */
export async function writeDurably(path: string, fill: Fill): Promise<FileMeasure> {
  const { kept, ...measure } = await writeFile(path, fill);
  await kept;
  return measure;
}

/**
 * Writes a file through a callback, each block while the next one is made.
 * @returns with `kept`, which ends when the file is durable; if nobody waits for it, its failure is ignored
 */
export async function writeFile(
  path: string,
  fill: Fill,
): Promise<FileMeasure & { readonly kept: Promise<void> }> {
  const file = await open(path, 'wx');
  let writing = Promise.resolve();
  let measure: FileMeasure;
  try {
    measure = await measured(fill, async (block) => {
      await writing;
      writing = atFaultPoint('publish.write', () => file.writeFile(block));
      // The next wait throws an error of this one; until then it must not count as unhandled.
      writing.catch(() => undefined);
    });
    await writing;
  } catch (error) {
    await writing.catch(() => undefined);
    await file.close().catch(() => undefined);
    throw error;
  }
  const kept = atFaultPoint('publish.sync', () => file.sync()).finally(() => file.close());
  kept.catch(() => undefined);
  return { ...measure, kept };
}

/** Makes a content block by block, and counts and digests its bytes. */
export async function measured(fill: Fill, write: (block: Buffer) => Promise<void>): Promise<FileMeasure> {
  const digest = createHash('sha256');
  let bytes = 0;
  await fill(async (content) => {
    const block = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    digest.update(block);
    bytes += block.length;
    await write(block);
  });
  return { bytes, sha256: digest.digest('hex') };
}
