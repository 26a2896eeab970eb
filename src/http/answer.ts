import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string | string[]>> | undefined;
}

/** The answer of a health check. @param reason why the program is not well; undefined if it is */
export function healthAnswer(reason: string | undefined): HttpAnswer {
  const text = reason === undefined ? { status: 'ok' } : { status: 'unavailable', reason };
  return { status: reason === undefined ? 200 : 503, type: JSON_TYPE, body: `${JSON.stringify(text)}\n` };
}

/** Sends an answer. Nothing happens where the client has gone away. */
export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  writeHead(response, answer);
  response.end(response.req.method === 'HEAD' ? undefined : answer.body);
}

function writeHead(response: ServerResponse, { status, type, body, headers }: HttpAnswer): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers });
}

const REST_MILLISECONDS = 1_000;

/**
 * Sends an answer to a request whose body is not read to its end, and closes the connection. What the client still sends
 * is thrown away for a second, because a connection that is cut at once may take the answer with it.
 */
export function sendLastAnswer(request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  writeHead(response, { ...answer, headers: { ...answer.headers, Connection: 'close' } });
  if (request.method === 'HEAD') response.flushHeaders();
  else response.write(answer.body);
  request.resume();
  // Node closes the connection when the answer ends, which it does only with the request.
  if (request.readableEnded) response.end();
  else request.once('end', () => response.end());
  closeSoon(request.socket);
}

const CLOSING = new WeakSet<Socket>();

/** Closes a connection a second from now, whatever the client still sends. */
export function closeSoon(socket: Socket): void {
  CLOSING.add(socket);
  const timer = setTimeout(() => socket.destroy(), REST_MILLISECONDS);
  socket.once('close', () => clearTimeout(timer));
}

/** Whether a connection has had its last answer. */
export function isClosing(socket: Socket): boolean {
  return CLOSING.has(socket);
}
