import { connect as connectSocket } from 'node:net';
import type { SFTPWrapper } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';
import { Undelivered } from '../../alerts/undelivered.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { sha256OfBlocks } from '../../sha256.ts';
import { sshFingerprint } from '../../signing/ssh-signature.ts';
import {
  asideOf,
  isFolder,
  type Measure,
  type Place,
  type PlaceRequest,
  PROBE_NAME,
  type Putting,
  placeSecret,
  placeUrl,
  refuseOther,
  splitPath,
  watched,
  whileMoving,
} from './place.ts';
import { writeSftpFile } from './write-sftp-file.ts';

const PORT = 22;
/** A status of SFTP. */
const PERMISSION_DENIED = 3;

interface Connection {
  readonly client: SftpClient;
  /** What the client works with. */
  readonly sftp: SFTPWrapper;
  readonly host: string;
  /** Folder of the place on the server. */
  readonly root: string;
  readonly timeoutMilliseconds: number;
}

/**
 * A folder of an SFTP server whose host key is one of the settings. Files are written aside and renamed.
 * @throws Undelivered, Fault SECRET_UNAVAILABLE
 */
export async function openSftpPlace(request: PlaceRequest): Promise<Place> {
  const url = await placeUrl(request.delivery, request.workingDirectory);
  const port = url.port === '' ? PORT : Number(url.port);
  const host = `${url.hostname}:${port}`;
  const path = decodeURIComponent(url.pathname).replace(/\/+$/, '');
  const root = path === '/~' ? '.' : path.startsWith('/~/') ? path.slice('/~/'.length) : path;
  const { client, sftp } = await connect(request, url, { host, port });
  const connection = { client, sftp, host, root, timeoutMilliseconds: request.timeoutMilliseconds };
  const folders = new Set<string>();
  return {
    keepsFiles: true,
    address: `sftp://${host}${path}`,
    put: (file, content, putting) => putAside(connection, folders, [file, content], putting),
    remove: (file) => remove(connection, under(root, file), `remove ${file}`),
    finish: async () => undefined,
    probe: async () => {
      const aside = under(root, asideOf(PROBE_NAME));
      await step(connection, 'write there', (moved) => writeSftpFile(connection, aside, nothing(), moved));
      await step(connection, 'remove a file there', () => client.delete(aside));
    },
    close: () => end(client),
  };
}

async function connect(
  { delivery, workingDirectory, timeoutMilliseconds }: PlaceRequest,
  url: URL,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Pick<Connection, 'client' | 'sftp'>> {
  const secret = (name: string, file: string | undefined) =>
    placeSecret(delivery, [name, file], workingDirectory);
  const fromUrl = url.password === '' ? undefined : decodeURIComponent(url.password);
  const password = (await secret('password', delivery.passwordFile)) ?? fromUrl;
  const privateKey = await secret('privateKey', delivery.privateKeyFile);
  const passphrase = await secret('passphrase', delivery.passphraseFile);
  // Loaded only where files are sent by SFTP.
  const { default: Client } = await import('ssh2-sftp-client');
  const quiet = () => undefined;
  const client = new Client('payin-recon', { error: quiet, end: quiet, close: quiet });
  const pinned = delivery.hostKeys ?? [];
  let foreign: string | undefined;
  // Many small messages go to and fro, which waiting for full packets slows down tenfold.
  const socket = connectSocket({ host: url.hostname.replace(/^\[|\]$/g, ''), port, noDelay: true });
  // A client that refuses its key never listens to the socket.
  socket.on('error', quiet);
  try {
    const sftp = await whileMoving(timeoutMilliseconds, host, () =>
      client.connect({
        sock: socket,
        username: decodeURIComponent(url.username),
        ...(password === undefined ? {} : { password }),
        ...(privateKey === undefined ? {} : { privateKey: `${privateKey}\n` }),
        ...(passphrase === undefined ? {} : { passphrase }),
        readyTimeout: timeoutMilliseconds,
        hostVerifier: (key: Buffer) => {
          const found = sshFingerprint(key);
          if (pinned.includes(found)) return true;
          foreign = found;
          return false;
        },
      }),
    );
    return { client, sftp };
  } catch (error) {
    await end(client);
    socket.destroy();
    if (foreign !== undefined)
      throw new Undelivered(
        `${host}: the host key is ${foreign}; expected ${pinned.join(' or ')} (hostKeys). Nothing was sent`,
      );
    throw undelivered(error, host, 'connect');
  }
}

async function putAside(
  connection: Connection,
  folders: Set<string>,
  [path, content]: readonly [string, AsyncIterable<Buffer>],
  { appears, measure }: Putting = {},
): Promise<void> {
  const { client, host, root, timeoutMilliseconds } = connection;
  const target = under(root, path);
  const aside = under(root, asideOf(path));
  const { folder } = splitPath(target);
  if (folder !== '' && !folders.has(folder)) {
    await step(connection, `make ${folder}`, () => client.mkdir(folder, true));
    folders.add(folder);
  }
  await appears?.(asideOf(path));
  try {
    const bytes = await whileMoving(timeoutMilliseconds, host, async (moved) => {
      const { seen, blocks } = watched(content, moved);
      try {
        await atFaultPoint('deliver.sftp-write', () => writeSftpFile(connection, aside, blocks, moved));
      } catch (error) {
        throw seen.error ?? undelivered(error, host, `write ${path}`);
      }
      return seen.bytes;
    });
    // A connection that was cut ends a transfer as if it were complete.
    const { size } = await step(connection, `check ${path}`, () => client.stat(aside));
    if (size !== bytes) throw new Undelivered(`${host}: ${path} has ${size} of ${bytes} bytes there`);
    if (measure !== undefined) await refuseOtherFile(connection, path, measure);
    await appears?.(path);
    await replace(connection, aside, target, path);
  } catch (error) {
    await whileMoving(timeoutMilliseconds, host, () => client.delete(aside, true)).catch(() => undefined);
    throw error;
  }
}

/** Throws UnfitVersion if another file is there. One request, unless a file of the same size is there. */
async function refuseOtherFile(connection: Connection, path: string, measure: Measure): Promise<void> {
  const { client, host, root, timeoutMilliseconds, sftp } = connection;
  const target = under(root, path);
  // Where nothing is there, or nothing can be seen, the rename decides.
  const there = await whileMoving(timeoutMilliseconds, host, () =>
    client.stat(target).catch(() => undefined),
  );
  if (there?.isFile !== true) return;
  const sha256 = () =>
    whileMoving(timeoutMilliseconds, host, (moved) =>
      sha256OfBlocks(watched(sftp.createReadStream(target), moved).blocks),
    ).catch((error: unknown) => {
      if (Number((error as { readonly code?: unknown }).code) === PERMISSION_DENIED) return undefined;
      throw undelivered(error, host, `read ${path}`);
    });
  await refuseOther([host, path], { bytes: there.size, sha256 }, measure);
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Removes a file if it is there. */
async function remove(connection: Connection, path: string, what: string): Promise<void> {
  const { client } = connection;
  await notFolder(connection, path, () => step(connection, what, () => client.delete(path, true)));
}

/** Servers say of a folder in the place of a file only that something failed. */
async function notFolder(connection: Connection, path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { client, host } = connection;
    const found = await step(connection, `check ${path}`, () => client.stat(path)).catch(() => undefined);
    if (found?.isDirectory) throw new Undelivered(isFolder(host, path));
    throw error;
  }
}

/** Renames over an existing file: at once where the server can, as OpenSSH; else that file is removed just before. */
async function replace(connection: Connection, aside: string, target: string, path: string): Promise<void> {
  const { client } = connection;
  try {
    await notFolder(connection, target, () =>
      step(connection, `rename ${path}`, () =>
        atFaultPoint('deliver.sftp-rename', () => client.posixRename(aside, target)),
      ),
    );
  } catch (error) {
    if (!/not support|unsupported/i.test(String((error as Undelivered).message))) throw error;
    await remove(connection, target, `replace ${path}`);
    await step(connection, `rename ${path}`, () => client.rename(aside, target));
  }
}

async function step<T>(
  { host, timeoutMilliseconds }: Connection,
  what: string,
  work: (moved: () => void) => Promise<T>,
): Promise<T> {
  return whileMoving(timeoutMilliseconds, host, (moved) =>
    work(moved).catch((error: unknown) => {
      throw undelivered(error, host, what);
    }),
  );
}

function under(root: string, path: string): string {
  return root === '.' ? path : `${root}/${path}`;
}

async function end(client: SftpClient): Promise<void> {
  const patience = 2000;
  await whileMoving(patience, '', () => client.end()).catch(() => undefined);
}

/** Statuses of SFTP. */
const STATUSES: Readonly<Record<string, string>> = {
  2: 'no such file or folder',
  3: 'permission denied',
  4: 'failure; its disk may be full, or a quota used up',
  8: 'operation not supported',
  14: 'no space is left',
  15: 'the quota is used up',
};

function undelivered(error: unknown, host: string, what: string): Undelivered {
  if (error instanceof Undelivered) return error;
  const { code, message = '' } = error as { readonly code?: string | number; readonly message?: string };
  const said = STATUSES[String(code)] ?? networkReason(String(code), message);
  return new Undelivered(`${host}: cannot ${what}: ${said}`);
}

function networkReason(code: string, message: string): string {
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was closed';
  if (/authentication methods failed/i.test(message))
    return 'the server accepts neither the key nor the password';
  if (/privateKey/i.test(message))
    return 'the private key cannot be read: wrong passphrase, or another format';
  if (
    /unexpected (end|close)|no (sftp connection|response from server)|not connected|connection.*(lost|reset)|\bended\b|\bclosed\b/i.test(
      message,
    )
  )
    return 'the connection was closed';
  return /^E[A-Z]+$/.test(code) ? code : message.replace(/^[^:]*: /, '');
}
