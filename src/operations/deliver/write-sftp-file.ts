import type { SFTPWrapper } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';

/** What every server takes at once, and how many such writes wait for their answer: no more of a file is in memory. */
const WRITE_BYTES = 31 * 1024;
const MOST_WRITES = 32;
/** A status of SFTP. */
const NO_SUCH_FILE = 2;

type Done<T> = (error: Error | null | undefined, value: T) => void;

/**
 * Writes a file block by block. It gets the rights that the server gives new files: the library's streams set 0666
 * afterwards, whatever its operator wants, and lose the server's error where a stream is closed by it.
 * What an attempt before has left is removed, with its rights; a link in its place is not written through.
 * @param moved is called whenever the server has taken something
 */
export async function writeSftpFile(
  { client, sftp }: { readonly client: SftpClient; readonly sftp: SFTPWrapper },
  path: string,
  blocks: AsyncIterable<Buffer>,
  moved: () => void,
): Promise<void> {
  const { asked, end } = requestsTo(client);
  try {
    // A server may refuse to remove anything, which matters only if something is there.
    let refused: unknown;
    await asked<void>((done) => sftp.unlink(path, done as Done<void>)).catch((error: { code?: unknown }) => {
      if (error.code !== NO_SUCH_FILE) refused = error;
    });
    const handle = await asked<Buffer>((done) => sftp.open(path, 'wx', done)).catch((error: unknown) => {
      throw refused ?? error;
    });
    const writes = new Set<Promise<void>>();
    let position = 0;
    const begin = (piece: Buffer) => {
      const at = position;
      position += piece.length;
      const write = asked<void>((done) => sftp.write(handle, piece, 0, piece.length, at, done as Done<void>));
      const taken = write.then(() => {
        moved();
        writes.delete(taken);
      });
      // One that fails stays in the set, where it is met.
      taken.catch(() => undefined);
      writes.add(taken);
    };
    try {
      for await (const block of blocks)
        for (let from = 0; from < block.length; from += WRITE_BYTES) {
          if (writes.size === MOST_WRITES) await Promise.race(writes);
          begin(block.subarray(from, from + WRITE_BYTES));
        }
      await Promise.all(writes);
    } catch (error) {
      sftp.close(handle, () => undefined);
      throw error;
    }
    await asked<void>((done) => sftp.close(handle, done as Done<void>));
  } finally {
    end();
  }
}

/** Requests that fail when the connection is lost, after which the library may answer none. */
function requestsTo(client: SftpClient) {
  const open = new Set<(error: Error) => void>();
  let lost: Error | undefined;
  const onClose = () => {
    lost = new Error('connection lost');
    for (const reject of open) reject(lost);
  };
  client.on('close', onClose);
  const asked = <T>(ask: (done: Done<T>) => void) =>
    new Promise<T>((resolve, reject) => {
      if (lost !== undefined) return reject(lost);
      open.add(reject);
      ask((error, value) => {
        open.delete(reject);
        if (error) reject(error);
        else resolve(value);
      });
    });
  return { asked, end: () => client.removeListener('close', onClose) };
}
