import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { userWithPassword } from './user-with-password.ts';

/** A server with the interface of S3 that keeps objects in a folder; it has no types. Its only key is S3RVER. */
interface S3rver {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver;

export const SSHD = '/usr/sbin/sshd';

/** A server of OpenSSH on loopback, as an ordinary process of this user, with keys of its own. */
export interface SftpServer {
  readonly port: number;
  /** Fingerprint of its host key. */
  readonly hostKey: string;
  /** File with a private key that it accepts. */
  readonly privateKeyFile: string;
  /** Folder that files go to, as the server and this process see it. */
  readonly folder: string;
  /** The address of that folder. */
  readonly url: string;
}

/**
 * Starts sshd with a new host key. It ends with the test.
 * @param denied requests that it refuses, by the names that OpenSSH has for them
 * @param umask its umask in octal; without one, that of this process
 * @param password with which it accepts this user; without one, only by the key
 */
export async function sftpServer({
  folder,
  denied,
  umask,
  password,
}: {
  folder?: string;
  denied?: string;
  umask?: string;
  password?: string;
} = {}): Promise<SftpServer> {
  const own = temporaryFolder();
  const target = folder ?? join(own, 'in');
  mkdirSync(target, { recursive: true });
  const makeKey = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(own, name)]);
    return join(own, name);
  };
  const hostKeyFile = makeKey('host');
  const privateKeyFile = makeKey('user');
  writeFileSync(join(own, 'authorized_keys'), readFileSync(`${privateKeyFile}.pub`), { mode: 0o600 });
  const port = await freePort();
  const { username, uid } = userInfo();
  // The folder of its separation of privileges, which the service makes where it is installed to run.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  writeFileSync(
    join(own, 'config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${hostKeyFile}`,
      `AuthorizedKeysFile ${join(own, 'authorized_keys')}`,
      'StrictModes no',
      'UsePAM no',
      `PasswordAuthentication ${password === undefined ? 'no' : 'yes'}`,
      'PermitRootLogin yes',
      'PidFile none',
      `Subsystem sftp internal-sftp${denied === undefined ? '' : ` -P ${denied}`}${umask === undefined ? '' : ` -u ${umask}`}`,
      '',
    ].join('\n'),
  );
  const child = spawn(SSHD, ['-D', '-e', '-f', join(own, 'config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(password === undefined ? {} : { env: userWithPassword(own, password) }),
  });
  onTestFinished(() => ended(child));
  await answers(port, child);
  const hostKey = /SHA256:\S+/.exec(
    execFileSync('ssh-keygen', ['-lf', hostKeyFile], { encoding: 'utf8' }),
  )![0];
  const url = `sftp://${encodeURIComponent(username)}@127.0.0.1:${port}${target}`;
  return { port, hostKey, privateKeyFile, folder: target, url };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await end;
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr!.on('data', (block: Buffer) => {
    said += block.toString('utf8');
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`sshd ended: ${said}`);
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isThere) return;
    await setTimeout(20);
  }
}

async function listening(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A proxy that cuts each connection after so many bytes have gone to the server. */
export async function cuttingProxy(port: number) {
  const proxy = {
    port: 0,
    cutAfter: Number.POSITIVE_INFINITY,
    cuts: 0,
    isSilent: false,
    onCut: () => undefined as unknown,
  };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let sent = 0;
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', close);
      socket.on('close', close);
    }
    client.on('data', (block: Buffer) => {
      sent += block.length;
      if (sent > proxy.cutAfter) {
        proxy.cuts += 1;
        proxy.onCut();
        return close();
      }
      if (!proxy.isSilent) upstream.write(block);
    });
    upstream.on('data', (block: Buffer) => client.write(block));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  proxy.port = await listening(server);
  return proxy;
}

export const BUCKET = 'reports';

/** A server with the interface of S3, behind a proxy that can answer in its place. */
export async function s3Server() {
  const directory = temporaryFolder();
  const options = {
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  };
  const server = new S3rver(options);
  const { port } = await server.run();
  const calls: {
    readonly method: string;
    readonly path: string;
    readonly headers: NodeJS.Dict<string | string[]>;
  }[] = [];
  const proxy = {
    /**
     * Answers a call itself, if it returns true. A function is called when the server has answered, whose answer goes no
     * further.
     */
    answer: (_call: (typeof calls)[number], _response: ServerResponse): boolean | (() => void) => false,
  };
  const front = createHttpServer((request, response) => {
    const call = { method: request.method!, path: request.url!, headers: request.headers };
    calls.push(call);
    const own = proxy.answer(call, response);
    // The server does not know how to abort an upload.
    const isAbort = call.method === 'DELETE' && call.path.includes('uploadId=');
    if (isAbort) response.writeHead(204).end();
    if (own === true || isAbort) {
      request.resume();
      return;
    }
    const onward = httpRequest(
      { host: '127.0.0.1', port, method: call.method, path: call.path, headers: request.headers },
      (answer) => {
        if (typeof own === 'function') {
          answer.resume();
          own();
          return;
        }
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const frontPort = await listening(front);
  onTestFinished(async () => {
    front.closeAllConnections();
    front.close();
    await server.close();
  });
  const keyFolder = temporaryFolder();
  writeFileSync(join(keyFolder, 'secret'), 'S3RVER\n', { mode: 0o600 });
  return {
    calls,
    proxy,
    endpoint: `http://127.0.0.1:${frontPort}`,
    settings: {
      kind: 's3',
      url: `s3://${BUCKET}/recon`,
      endpoint: `http://127.0.0.1:${frontPort}`,
      forcePathStyle: true,
      accessKeyId: 'S3RVER',
      secretAccessKeyFile: join(keyFolder, 'secret'),
    },
    /** Content of the objects by key. */
    objects: () => objectsBelow(join(directory, BUCKET)),
    /** Uploads of parts that were begun and not completed. */
    openUploads: () => filesOf(directory).filter((path) => /uploads?\//.test(path)),
  };
}

/** An answer of S3. */
export function s3Error(
  response: ServerResponse,
  status: number,
  code: string,
  more = '',
  headers: Readonly<Record<string, string>> = {},
): true {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`,
  );
  return true;
}

function objectsBelow(folder: string): Record<string, Buffer> {
  const end = '._S3rver_object';
  return Object.fromEntries(
    filesOf(folder)
      .filter((path) => path.endsWith(end))
      .sort()
      .map((path) => [path.slice(0, -end.length), readFileSync(join(folder, path))]),
  );
}

/** Every file below a folder, by its path from there. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
