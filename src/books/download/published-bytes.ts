import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Fault } from '../../errors.ts';
import { openRegular } from '../../export/publish/regular-file.ts';
import { identityOf } from '../../sha256.ts';
import { readTrouble } from '../verify/manifest-file.ts';
import type { PublishedFile } from './published-version.ts';
import type { VerifiedFiles } from './verified-files.ts';

const BLOCK_BYTES = 1 << 20;

type CheckedFile = Omit<PublishedFile, 'name'>;

/** Checks that a published file is there with its size. Throws FILE_CHANGED. */
export async function checkPublished(file: CheckedFile): Promise<void> {
  const handle = await openWhole(file);
  await handle.close();
}

/**
 * The bytes of a published file, in blocks of 1 MiB. Its size is compared before the first block, its SHA-256 before the
 * last one, so that a changed file is never given as if whole. A file that was verified and has not changed since is not
 * digested again.
 * @throws Fault FILE_CHANGED
 */
export async function* publishedBytes(
  file: CheckedFile,
  verified: VerifiedFiles,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted();
  const handle = await openWhole(file);
  let next: Promise<Buffer> | undefined;
  try {
    const before = await handle.stat({ bigint: true });
    const digest = verified.has(before, file.sha256) ? undefined : createHash('sha256');
    if (file.bytes === 0) await checkEnd(handle, before, file, digest?.digest('hex'), verified);
    next = file.bytes === 0 ? undefined : readBlock(handle, file, 0);
    for (let at = 0; at < file.bytes; ) {
      const block = await next!;
      signal?.throwIfAborted();
      at += block.length;
      // The next block is read while this one is digested.
      next = at < file.bytes ? readBlock(handle, file, at) : undefined;
      // It may fail before anybody asks for it.
      next?.catch(() => undefined);
      digest?.update(block);
      if (next === undefined) await checkEnd(handle, before, file, digest?.digest('hex'), verified);
      yield block;
    }
  } finally {
    await next?.catch(() => undefined);
    await handle.close();
  }
}

async function openWhole(file: CheckedFile): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await openRegular(file.path);
  } catch (error) {
    throw changed(file, readTrouble(error), error);
  }
  try {
    const found = await handle.stat({ bigint: true });
    if (found.size !== BigInt(file.bytes)) throw changed(file, `${found.size} bytes`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readBlock(handle: FileHandle, file: CheckedFile, at: number): Promise<Buffer> {
  const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, file.bytes - at));
  let bytesRead: number;
  try {
    ({ bytesRead } = await handle.read(block, 0, block.length, at));
  } catch (error) {
    throw changed(file, readTrouble(error), error);
  }
  if (bytesRead === 0) throw changed(file, `${at} bytes`);
  return block.subarray(0, bytesRead);
}

/** Checks what was read before the last block of it is given. */
async function checkEnd(
  handle: FileHandle,
  before: BigIntStats,
  file: CheckedFile,
  sha256: string | undefined,
  verified: VerifiedFiles,
): Promise<void> {
  if (sha256 !== undefined && sha256 !== file.sha256) throw changed(file, `SHA-256 ${sha256}`);
  const after = await handle.stat({ bigint: true });
  const isUnchanged = identityOf(after) === identityOf(before);
  if (sha256 === undefined && !isUnchanged) throw changed(file, 'a file that is being written');
  if (sha256 !== undefined && isUnchanged) verified.add(after, sha256);
}

function changed({ where, bytes, sha256, remedy }: CheckedFile, found: string, cause?: unknown): Fault {
  return new Fault('FILE_CHANGED', {
    where,
    found,
    expected: `${bytes} bytes, SHA-256 ${sha256}`,
    remedy,
    cause,
  });
}
