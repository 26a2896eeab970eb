import { createServer, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../../http/listening.ts';
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
  const address = await listen(server, request.listen, 'monitor.listen');
  return { address, close: () => closeServer(server) };
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
