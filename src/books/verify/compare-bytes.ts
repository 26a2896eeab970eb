import { type FileHandle, open } from 'node:fs/promises';

/** Where a file is first another than what should be in it. */
export interface Difference {
  /** How many bytes are the same before it. */
  readonly offset: number;
  /** What should be there from that byte on, as far as it takes to tell what it is. */
  readonly expected: Buffer;
}

/** Some rows of any report. */
export const LOOK_AHEAD_BYTES = 1 << 18;

/**
 * Compares a file with the blocks that should be in it, in the memory of one block.
 * @returns undefined if it has exactly these bytes
 */
export async function firstDifference(
  path: string,
  blocks: AsyncIterable<string | Buffer>,
): Promise<Difference | undefined> {
  const file = await open(path, 'r');
  try {
    let offset = 0;
    const ahead: Buffer[] = [];
    for await (const content of blocks) {
      const expected = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      if (ahead.length > 0) ahead.push(expected);
      else {
        const actual = await readAt(file, offset, expected.length);
        const same = equalBytes(expected, actual);
        offset += same;
        if (same < expected.length) ahead.push(expected.subarray(same));
      }
      if (ahead.reduce((sum, block) => sum + block.length, 0) >= LOOK_AHEAD_BYTES) break;
    }
    if (ahead.length > 0) return { offset, expected: Buffer.concat(ahead) };
    const { size } = await file.stat();
    return size > offset ? { offset, expected: Buffer.alloc(0) } : undefined;
  } finally {
    await file.close();
  }
}

/** Bytes of a file from a place on; fewer where it ends. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** How many bytes both begin with. */
function equalBytes(one: Buffer, other: Buffer): number {
  if (one.equals(other)) return one.length;
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same += 1;
  return same;
}
