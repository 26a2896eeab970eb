import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import type { Download } from '../../src/books/download/download.ts';
import { now } from '../../src/clock.ts';
import type { Store } from '../../src/database/store.ts';
import { createLog } from '../../src/log.ts';
import { formatsOf } from '../../src/texts/formats.ts';
import { problemAnswer } from '../../src/web/problem.tsx';
import { remembered } from '../../src/web/remembered.ts';
import { sendDownload } from '../../src/web/send-download.ts';
import type { PageContext, SignedInVisit } from '../../src/web/visit.ts';
import { SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { until } from '../support/until.ts';

const BLOCK = Buffer.alloc(65_536, 'x');
/** As in src/web/send-download.ts. */
/** Of one person. */
const MOST_AT_ONCE = 8;

onEngines('a download', (engine) => {
  it('stops and lets go of what it holds when the client hangs up', async () => {
    const file = endless();
    const url = await serve(await engine.emptied(), file.download);
    const socket = await asked(url);
    await once(socket, 'data');
    socket.destroy();
    await until(() => file.released === 1);
    const { made } = file;
    await sleep(50);
    expect(file.made).toBe(made);
  });

  it('is no error when the client hangs up while a block is made', async () => {
    const log: string[] = [];
    let isReleased = false;
    const download: Download = {
      ...FILE,
      stream: async function* (signal) {
        yield BLOCK;
        await once(signal!, 'abort');
        isReleased = true;
        throw signal!.reason;
      },
    };
    const url = await serve(await engine.emptied(), download, log);
    const socket = await asked(url);
    await once(socket, 'data');
    socket.destroy();
    await until(() => isReleased);
    await sleep(50);
    expect(log).toEqual([]);
  });

  it('makes no more than a slow reader takes', async () => {
    const file = endless();
    const url = await serve(await engine.emptied(), file.download);
    const socket = await asked(url);
    await once(socket, 'data');
    socket.pause();
    let before = -1;
    while (before !== file.made) {
      before = file.made;
      await sleep(200);
    }
    // What the system keeps for a connection, and no more.
    expect(before * BLOCK.length).toBeLessThan(100_000_000);
    socket.resume();
    await until(() => file.made > before + 10);
    socket.destroy();
    await until(() => file.released === 1);
  });

  it('waits its turn where too many are under way, and gets it when they have gone', async () => {
    const file = endless();
    const url = await serve(await engine.emptied(), file.download);
    const sockets = await Promise.all(
      Array.from({ length: MOST_AT_ONCE }, async () => {
        const socket = await asked(url);
        await once(socket, 'data');
        socket.pause();
        return socket;
      }),
    );
    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    for (const socket of sockets) socket.destroy();
    await until(() => file.released === MOST_AT_ONCE);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    await answer.body!.cancel();
    await until(() => file.released === MOST_AT_ONCE + 1);
  });

  it('that fails on its way is broken off, so that nobody takes half a file for a whole one', async () => {
    const url = await serve(await engine.emptied(), {
      ...FILE,
      stream: async function* () {
        yield BLOCK;
        yield BLOCK;
        throw new Error('the disk has gone');
      },
    });
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    const end = await answer.arrayBuffer().then(
      () => 'ended as if whole',
      () => 'broken off',
    );
    expect(end).toBe('broken off');
  });

  it('that fails before its first block is a page that says so', async () => {
    const url = await serve(await engine.emptied(), {
      ...FILE,
      // biome-ignore lint/correctness/useYield: it fails before it has anything to give
      stream: async function* () {
        throw new Error('secret words of a library');
      },
    });
    const answer = await fetch(url);
    expect(answer.status).toBe(500);
    expect(answer.headers.has('content-disposition')).toBe(false);
    expect(await answer.text()).not.toContain('secret words');
  });
});

const FILE = { fileName: 'orders.csv', mediaType: 'text/csv' };

/** A file without an end, which counts its blocks and how often it was let go of. */
function endless() {
  const file = { made: 0, released: 0, download: undefined as unknown as Download };
  file.download = {
    ...FILE,
    stream: async function* () {
      try {
        for (;;) {
          file.made += 1;
          yield BLOCK;
          await turn();
        }
      } finally {
        file.released += 1;
      }
    },
  };
  return file;
}

/** Serves one download on loopback. Returns its address. */
async function serve(store: Store, download: Download, lines: string[] = []): Promise<string> {
  const log = createLog({ write: (line: string) => void lines.push(line) });
  const app = new Hono<{ Bindings: HttpBindings }>();
  const visitOf = (context: PageContext): SignedInVisit => ({
    ...{ settings: SETTINGS, store, out: 'reports', workingDirectory: '.', now, log, jobs: [] },
    ...{
      remembered: remembered(),
      stamp: async () => '',
      isClosed: () => false,
      context,
      url: new URL(context.req.url),
      openAt: ['/file'],
      language: 'en',
    },
    ...{ formats: formatsOf('en'), formToken: undefined, sessionHash: undefined },
    ...{ way: { client: '127.0.0.1', isByProxy: false, isTlsAtProxy: false }, isTls: false },
    account: { userId: '1', name: 'ana', role: 'viewer', merchants: undefined },
  });
  app.onError((error, context) => problemAnswer(visitOf(context), error));
  app.get('/file', (context) => sendDownload(visitOf(context), download));
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
}

async function asked(url: string): Promise<Socket> {
  const { hostname, port, host, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return socket;
}
