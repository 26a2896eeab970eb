import { createServer as createPlain, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { Socket } from 'node:net';
import { closeSoon, type HttpAnswer, isClosing } from './answer.ts';
import type { CertificatePair } from './certificate.ts';
import { limitOptions, type ServerLimits } from './server-limits.ts';

/** A request that is not valid HTTP, or that takes too long. */
export interface BrokenRequest {
  /** 400, 408, 413 or 431. */
  readonly status: number;
  readonly reason: string;
}

interface BrokenAnswer extends Pick<HttpAnswer, 'type' | 'headers'> {
  readonly status?: number;
  readonly body: string;
}

interface LimitedServerOptions {
  readonly limits: ServerLimits;
  readonly certificate?: CertificatePair | undefined;
  readonly onRequest: RequestListener;
  /** The answer to a broken request, by default with its status. The connection is closed after it. */
  readonly answerBroken: (broken: BrokenRequest) => BrokenAnswer;
}

const BROKEN: Readonly<Record<string, BrokenRequest>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'The head of the request is too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'The request took too long' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, reason: 'The request has too many chunk extensions' },
};
const NOT_HTTP: BrokenRequest = { status: 400, reason: 'The request is not valid HTTP' };

/** A server of plain HTTP or TLS within limits, which answers also what is not valid HTTP. It does not listen yet. */
export function limitedServer(options: LimitedServerOptions): Server {
  const { limits, certificate, onRequest, answerBroken } = options;
  const given = limitOptions(limits);
  const server =
    certificate === undefined
      ? createPlain(given, onRequest)
      : createTls({ ...given, ...certificate }, onRequest);
  server.maxConnections = limits.connections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || isClosing(socket) || error.code === 'ECONNRESET') return void socket.destroy();
    const broken = BROKEN[error.code ?? ''] ?? NOT_HTTP;
    const { status = broken.status, type, body, headers = {} } = answerBroken(broken);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(headers).flatMap(([name, values]) => [values].flat().map((one) => `${name}: ${one}`)),
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // A client that keeps its side open must not keep the connection.
    closeSoon(socket);
  });
  return server as Server;
}
