import { createHash, hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';

/** SHA-256 of a content, in hexadecimal digits. */
export function sha256Of(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/** SHA-256 of what is read, in hexadecimal digits. */
export async function sha256OfBlocks(blocks: AsyncIterable<Buffer>): Promise<string> {
  const digest = createHash('sha256');
  for await (const block of blocks) digest.update(block);
  return digest.digest('hex');
}

/** What changes when a file is written, or another takes its place, so that its digest has to be made again. */
export function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
