import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished, vi } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What an HTTP receiver does with a request, having read it; it hangs where it does nothing. */
export type Answer = (response: ServerResponse, request: Received) => void;

export const taken: Answer = (response) => {
  response.end('ok');
};

/** A web server of this machine for one test, with what it has received. */
export async function httpReceiver(answer: Answer = taken) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method!,
        path: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` };
}

/** A mail server of this machine for one test, with the mails that it has taken and what it was told first. */
export async function mailReceiver(options: SMTPServerOptions = {}) {
  const mails: ParsedMail[] = [];
  const sessions: { readonly secure: boolean; readonly user: unknown }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      simpleParser(stream).then((mail) => {
        mails.push(mail);
        sessions.push({ secure: session.secure, user: session.user });
        done();
      }, done);
    },
    ...options,
  });
  // A client that goes away in the middle is what some tests are about.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { mails, sessions, port, url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false` };
}

/** Lets the limits of requests be over when the test says so: a busy machine may need any time until one has arrived. */
export function heldLimits(): () => void {
  const limit = new AbortController();
  const held = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const restore = () => held.mockRestore();
  onTestFinished(restore);
  return () => {
    restore();
    limit.abort(new DOMException('The limit is over', 'TimeoutError'));
  };
}
