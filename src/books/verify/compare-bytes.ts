import type { FileHandle } from 'node:fs/promises';
import { openRegular } from '../../export/publish/regular-file.ts';

/** The first place where a file differs from its expected content. */
export interface Difference {
  /** Number of equal bytes before it. */
  readonly offset: number;
  /** The expected bytes from there on, enough to describe the difference. */
  readonly expected: Buffer;
}

/** Enough for several rows of any report. */
export const LOOK_AHEAD_BYTES = 1 << 18;

/**
 * Compares a file with its expected blocks, using the memory of one block.
 * @returns undefined if the bytes are equal
 */
export async function firstDifference(
  path: string,
  blocks: AsyncIterable<string | Buffer>,
): Promise<Difference | undefined> {
  const file = await openRegular(path);
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

/** Reads bytes of a file from an offset; fewer at its end. */
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

/** The number of equal bytes at the start of both. */
function equalBytes(one: Buffer, other: Buffer): number {
  if (one.equals(other)) return one.length;
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same += 1;
  return same;
}
