import { createServer, type ServerResponse } from 'node:http';
import { type HttpAnswer, JSON_TYPE, sendAnswer } from '../../http/answer.ts';
import { closeServer, listen } from '../../http/listening.ts';
import { answersOf, type MonitorSources } from './answers.ts';

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
    if (answer === undefined) return send(response, refused(404, 'no such page'));
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('Allow', METHODS);
      return send(response, refused(405, `only ${METHODS}`));
    }
    answer().then(
      (given) => send(response, given),
      () => send(response, refused(500, 'internal error')),
    );
  });
  const address = await listen(server, request.listen, 'monitor.listen');
  return { address, close: () => closeServer(server) };
}

/** States are of this moment. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function send(response: ServerResponse, answer: HttpAnswer): void {
  sendAnswer(response, { ...answer, headers: HEADERS });
}

function refused(status: number, error: string): HttpAnswer {
  return { status, type: JSON_TYPE, body: `${JSON.stringify({ error })}\n` };
}
