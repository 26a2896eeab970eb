import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A callback as it reached its receiver. */
export interface ReceivedCallback {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Its exact text. */
  readonly text: string;
  readonly body: CallbackFields;
}

export interface CallbackFields {
  readonly [name: string]: unknown;
  readonly orderNo: string;
  readonly money: { readonly currency: string; readonly amount: number };
}

/** What the receiver does with a callback that it has read; it hangs where this does nothing. */
export type Acknowledge = (response: ServerResponse, callback: ReceivedCallback) => void;

export interface CallbackReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedCallback[];
  /** What it does with callbacks; a test may change it. At first it acknowledges. */
  answer: Acknowledge;
  /** Resolves once it has received so many callbacks. */
  has(count: number): Promise<readonly ReceivedCallback[]>;
}

interface ReceiverOptions {
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  readonly host?: string;
}

export const acknowledge: Acknowledge = (response) => {
  response.end('SUCCESS');
};

/** An answer with a status and text. */
export function answering(status: number, text: string, headers = {}): Acknowledge {
  return (response) => {
    response.writeHead(status, headers).end(text);
  };
}

/** A merchant's server for callbacks on a free port, until the test ends. */
export async function callbackReceiver(options: ReceiverOptions = {}): Promise<CallbackReceiver> {
  const { tls, host = '127.0.0.1' } = options;
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  const waiting = new Set<() => void>();
  const received: ReceivedCallback[] = [];
  server.on('request', async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    const { method = '', url: path = '', headers } = request;
    const callback = { method, path, headers, text, body: JSON.parse(text) as CallbackFields };
    received.push(callback);
    receiver.answer(response, callback);
    for (const check of waiting) check();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const receiver: CallbackReceiver = {
    ...{ url: `http${tls === undefined ? '' : 's'}://${shownHost}:${port}/callbacks`, port, received },
    answer: acknowledge,
    has: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      }),
  };
  return receiver;
}
