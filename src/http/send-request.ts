import { Agent, type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

/** A POST to another server. */
export interface SentRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
  /** After so long without the whole answer, it fails with `timeout`. */
  readonly milliseconds: number;
  readonly mostBytes: number;
  /** Cuts the connection as soon as the answer begins, and fails with `dropped`. */
  readonly dropAnswer?: boolean;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Why there is no answer: `timeout`, `dropped`, `too long`, `closed`, or the code of the system's error. */
export interface NoAnswer {
  readonly failure: string;
}

export interface HttpSender {
  send(request: SentRequest): Promise<ReceivedAnswer | NoAnswer>;
  /** Ends requests that are under way, too: they fail with `closed`. */
  close(): void;
}

interface SenderOptions {
  /** Connections to one server at the same time. */
  readonly connections: number;
  /** Certificates that TLS is checked by, in PEM; those of Node if absent. */
  readonly authority?: string | undefined;
  readonly lookup?: LookupFunction | undefined;
  /** Whether connections are kept for the next request; default true. A kept one may just have been closed. */
  readonly keepAlive?: boolean;
}

/** Sends requests. Redirects are not followed. */
export function httpSender(given: SenderOptions): HttpSender {
  const { connections, authority, lookup, keepAlive = true } = given;
  const options = { keepAlive, maxSockets: connections, ...(lookup === undefined ? {} : { lookup }) };
  const plain = new Agent(options);
  const underWay = new Set<(failure: string) => void>();
  const tls = new TlsAgent({ ...options, ...(authority === undefined ? {} : { ca: authority }) });
  return {
    send: (asked) => {
      const isTls = asked.url.protocol === 'https:';
      const { promise, resolve } = Promise.withResolvers<ReceivedAnswer | NoAnswer>();
      const end = (outcome: ReceivedAnswer | NoAnswer) => {
        clearTimeout(timer);
        underWay.delete(fail);
        resolve(outcome);
      };
      const fail = (failure: string) => {
        end({ failure });
        sent.destroy();
      };
      const sent = (isTls ? tlsRequest : plainRequest)(asked.url, {
        method: 'POST',
        agent: isTls ? tls : plain,
        headers: { ...asked.headers, 'Content-Length': String(asked.body.length) } as Record<string, string>,
      });
      // Not before: a header that cannot be sent is thrown above.
      const timer = setTimeout(() => fail('timeout'), asked.milliseconds);
      underWay.add(fail);
      sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
      sent.on('response', (answer) => {
        if (asked.dropAnswer === true) return fail('dropped');
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > asked.mostBytes) fail('too long');
          else chunks.push(chunk);
        });
        answer.on('end', () => {
          const { statusCode: status = 0, headers, rawHeaders } = answer;
          end({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
        });
        answer.on('close', () => end({ failure: 'ECONNRESET' }));
        return undefined;
      });
      sent.end(asked.body);
      return promise;
    },
    close: () => {
      for (const fail of underWay) fail('closed');
      plain.destroy();
      tls.destroy();
    },
  };
}
