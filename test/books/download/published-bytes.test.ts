import { createHash } from 'node:crypto';
import { renameSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { publishedBytes } from '../../../src/books/download/published-bytes.ts';
import { verifiedFiles } from '../../../src/books/download/verified-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const BLOCK = 1 << 20;
const NO_FILES = verifiedFiles();

function fileOf(content: Buffer) {
  const path = join(temporaryFolder(), 'orders.csv');
  writeFileSync(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, where: '2026-11-19/BR/v1/orders.csv', bytes: content.length, sha256, remedy: 'Restore it.' };
}

async function given(blocks: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; error?: unknown }> {
  const parts: Buffer[] = [];
  try {
    for await (const block of blocks) parts.push(block);
    return { bytes: Buffer.concat(parts) };
  } catch (error) {
    return { bytes: Buffer.concat(parts), error };
  }
}

/** A content of this length that is not the same anywhere. */
function content(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 256));
}

describe('the bytes of a published file', () => {
  it.each([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK])('are all given: %i', async (length) => {
    const bytes = content(length);
    const result = await given(publishedBytes(fileOf(bytes), NO_FILES));
    expect(result.error).toBeUndefined();
    expect(result.bytes.equals(bytes)).toBe(true);
  });

  it('are held back from the last block on if the digest is another', async () => {
    for (const length of [0, 1, BLOCK, 2 * BLOCK + 1]) {
      const file = { ...fileOf(content(length)), sha256: 'f'.repeat(64) };
      const { bytes, error } = await given(publishedBytes(file, NO_FILES));
      expect(error).toMatchObject({
        code: 'FILE_CHANGED',
        detail: { where: file.where, remedy: 'Restore it.' },
      });
      expect(bytes.length).toBe(length <= BLOCK ? 0 : 2 * BLOCK);
    }
  });

  it('end in a fault if the file is cut while it is read', async () => {
    const file = fileOf(content(4 * BLOCK));
    const blocks = publishedBytes(file, NO_FILES);
    await blocks.next();
    truncateSync(file.path, BLOCK);
    const { bytes, error } = await given(blocks);
    expect(error).toMatchObject({ code: 'FILE_CHANGED' });
    expect(bytes.length).toBeLessThan(3 * BLOCK);
  });

  it('end in the same fault, and not the process, if nobody asks for the next block meanwhile', async () => {
    const file = fileOf(content(4 * BLOCK));
    const blocks = publishedBytes(file, NO_FILES);
    await blocks.next();
    // The second block may be on its way.
    truncateSync(file.path, 2 * BLOCK);
    await blocks.next();
    await setTimeout(100);
    expect((await given(blocks)).error).toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('are those of the opened file if another takes its place while it is read', async () => {
    const file = fileOf(content(3 * BLOCK));
    const blocks = publishedBytes(file, NO_FILES);
    const first = await blocks.next();
    writeFileSync(`${file.path}.other`, Buffer.alloc(3 * BLOCK));
    renameSync(`${file.path}.other`, file.path);
    const { bytes, error } = await given(blocks);
    expect(error).toBeUndefined();
    expect(
      createHash('sha256')
        .update(first.value as Buffer)
        .update(bytes)
        .digest('hex'),
    ).toBe(file.sha256);
    expect((await given(publishedBytes(file, NO_FILES))).error).toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('are digested again once the file was written again, even if its time was set back', async () => {
    const file = fileOf(content(1000));
    const verified = verifiedFiles();
    // A whole second, which can be set again exactly.
    const setTime = () => utimesSync(file.path, 1_800_000_000, 1_800_000_000);
    const found = () => statSync(file.path, { bigint: true });
    setTime();
    await given(publishedBytes(file, verified));
    const before = found();
    expect(verified.has(before, file.sha256)).toBe(true);
    writeFileSync(file.path, Buffer.alloc(1000));
    setTime();
    const { ino, size, mtimeNs } = found();
    expect([ino, size, mtimeNs]).toEqual([before.ino, before.size, before.mtimeNs]);
    expect((await given(publishedBytes(file, verified))).error).toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('end in a fault if a verified file is written while it is read', async () => {
    const file = fileOf(content(3 * BLOCK));
    const verified = verifiedFiles();
    await given(publishedBytes(file, verified));
    const blocks = publishedBytes(file, verified);
    await blocks.next();
    writeFileSync(file.path, Buffer.alloc(3 * BLOCK), { flag: 'r+' });
    expect((await given(blocks)).error).toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('stop when the signal is aborted', async () => {
    const stop = new AbortController();
    const blocks = publishedBytes(fileOf(content(3 * BLOCK)), NO_FILES, stop.signal);
    await blocks.next();
    stop.abort(new Error('gone'));
    await expect(blocks.next()).rejects.toThrow('gone');
  });
});
