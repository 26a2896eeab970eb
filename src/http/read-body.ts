import type { IncomingMessage } from 'node:http';

/** Why a body could not be read. */
export type BodyFault = 'too long' | 'aborted';

/** The Content-Encoding of a request, as it was sent; undefined for a body that is as it is. */
export function packingOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const coding = headers['content-encoding'] ?? 'identity';
  return coding.toLowerCase() === 'identity' ? undefined : coding;
}

/**
 * Reads the body of a request, in memory.
 * @param mostBytes longest body; of a longer one, no more is read
 * @returns the exact bytes; `too long`; or `aborted` where the client went away
 */
export function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | BodyFault> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > mostBytes) return Promise.resolve('too long');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= mostBytes) {
        chunks.push(chunk);
        return;
      }
      // Whoever answers decides what becomes of the rest.
      request.off('data', take);
      request.pause();
      resolve('too long');
    };
    request.on('data', take);
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('close', () => resolve('aborted'));
    request.on('error', () => resolve('aborted'));
  });
}
