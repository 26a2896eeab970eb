import { createHash, hash } from 'node:crypto';

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
