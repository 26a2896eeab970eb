import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '../errors.ts';

/** How long a server that is closed waits for what is in progress. */
export const CLOSING_MILLISECONDS = 2_000;

/**
 * Lets a server listen on host:port, or `[::1]:9464` for IPv6. Port 0 takes a free port.
 * @param setting name of the setting that gives the address, for messages
 * @returns the host:port on which it listens
 * @throws Fault LISTEN_FAILED
 */
export async function listen(
  server: Pick<Server, 'once' | 'off' | 'listen' | 'address'>,
  address: string,
  setting: string,
): Promise<string> {
  const [, host, port] = /^(.*):(\d+)$/.exec(address)!;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: host!.replace(/^\[|\]$/g, ''), port: Number(port) }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw new Fault('LISTEN_FAILED', {
      where: `${setting} ${address}`,
      found: reasonOf(error),
      cause: error,
    });
  }
  return `${host}:${(server.address() as AddressInfo).port}`;
}

/** A free port of a host, as host:port, for servers that must know each other's address before they start. */
export async function freeAddress(host = '127.0.0.1'): Promise<string> {
  const server = createServer();
  const address = await listen(server, `${host}:0`, 'listen');
  await closeServer(server);
  return address;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    EADDRINUSE: 'something else listens there',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'there is no such host',
    EACCES: 'this user may not listen on that port',
    ERR_SOCKET_BAD_PORT: 'a port is a number up to 65535',
  };
  return known[code ?? ''] ?? code ?? message;
}

/**
 * Accepts no more requests and waits for those in progress, for at most two seconds.
 * @param begun work without which some cannot be answered: the two seconds begin when it has ended
 */
export async function closeServer(
  server: Pick<Server, 'close' | 'closeAllConnections' | 'closeIdleConnections'>,
  begun: Promise<void> = Promise.resolve(),
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  await Promise.race([begun, closed]);
  const timer = setTimeout(() => server.closeAllConnections(), CLOSING_MILLISECONDS);
  await closed;
  clearTimeout(timer);
}
