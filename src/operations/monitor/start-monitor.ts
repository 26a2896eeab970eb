import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '../../errors.ts';
import { type Answer, answersOf, type MonitorSources } from './answers.ts';

export interface MonitorRequest extends MonitorSources {
  /** host:port, or `[::1]:9464` for IPv6. Port 0 takes a free port. */
  readonly listen: string;
}

export interface Monitor {
  /** The host:port on which it listens. */
  readonly address: string;
  /** Accepts no more requests and waits for those in progress, for at most two seconds. */
  close(): Promise<void>;
}

const METHODS = 'GET, HEAD';
const REQUEST_MILLISECONDS = 5_000;
const CLOSING_MILLISECONDS = 2_000;
const MOST_CONNECTIONS = 100;

/**
 * Serves `GET /healthz` (200 while the schedule is running, else 503), `/readyz` (200, or 503 with the reason as JSON)
 * and `/metrics` (text format of Prometheus) until it is closed. There is no authentication. The answers contain states
 * and sums, but no orders and no payers. To restrict access, listen on a loopback or private address.
 * @throws Fault LISTEN_FAILED
 */
export async function startMonitor(request: MonitorRequest): Promise<Monitor> {
  const answers = answersOf(request);
  const server = createServer({
    requestTimeout: REQUEST_MILLISECONDS,
    keepAliveTimeout: REQUEST_MILLISECONDS,
  });
  server.headersTimeout = REQUEST_MILLISECONDS;
  server.maxConnections = MOST_CONNECTIONS;
  server.on('request', ({ method = '', url = '' }, response) => {
    const answer = answers.get(url.split('?')[0]!);
    if (answer === undefined) return send(response, method, refused(404, 'no such page'));
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('Allow', METHODS);
      return send(response, method, refused(405, `only ${METHODS}`));
    }
    answer().then(
      (given) => send(response, method, given),
      () => send(response, method, refused(500, 'internal error')),
    );
  });
  const address = await listen(server, request.listen);
  return { address, close: () => close(server) };
}

function send(response: ServerResponse, method: string, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(method === 'HEAD' ? undefined : body);
}

function refused(status: number, error: string): Answer {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify({ error })}\n` };
}

async function listen(server: Server, address: string): Promise<string> {
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
      where: `monitor.listen ${address}`,
      found: reasonOf(error),
      cause: error,
    });
  }
  return `${host}:${(server.address() as AddressInfo).port}`;
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

async function close(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), CLOSING_MILLISECONDS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}
