import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';

/** A mail server on loopback that can go away and come back at the same port, and keeps the Message-IDs that it took. */
export async function startMailbox() {
  let taken: string[] = [];
  let server: SMTPServer | undefined;
  const port = await freePort();
  const open = async () => {
    if (server !== undefined) return;
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.setEncoding('utf8');
        stream.on('data', (block: string) => {
          text += block;
        });
        stream.on('end', () => {
          taken.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? 'none');
          done();
        });
      },
    });
    // Whoever is killed breaks off what it was sending.
    next.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      next.server.once('error', reject);
      next.listen(port, '127.0.0.1', resolve);
    });
    server = next;
  };
  const close = async () => {
    const last = server;
    server = undefined;
    if (last !== undefined) await new Promise<void>((resolve) => last.close(() => resolve()));
  };
  await open();
  onTestFinished(close);
  return {
    port,
    open,
    close,
    /** The Message-IDs that were taken since the last call. */
    take: () => {
      const all = taken;
      taken = [];
      return all;
    },
  };
}
