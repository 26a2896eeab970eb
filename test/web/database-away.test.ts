import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { SETTINGS } from '../export/books.ts';
import { onPostgresql } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { onOwnServer } from '../support/own-server.ts';
import { PASSWORD, servePage } from './served-page.ts';

/** The way to a database, which can be cut and mended. */
async function wayTo(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const cut = async () => {
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  };
  const mend = async () => {
    server = createServer((socket) => {
      const beyond = connect(Number(target.port), target.hostname);
      for (const one of [socket, beyond]) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          sockets.delete(one);
          socket.destroy();
          beyond.destroy();
        });
      }
      socket.pipe(beyond).pipe(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await mend();
  onTestFinished(cut);
  const way = new URL(databaseUrl);
  way.host = `127.0.0.1:${port}`;
  return { url: way.href, password: target.password, cut, mend };
}

onPostgresql('a page whose database is away', (engine) => {
  it('says so, loads itself again, and comes back with the database', async () => {
    const database = await engine.database();
    const way = await wayTo(database.settings['databaseUrl']!);
    const store = await openPostgres(way.url);
    onTestFinished(store.close);
    const page = await servePage(store, SETTINGS, { out: 'reports' });
    await page.addUser('ana', 'viewer');
    const ana = await page.signedIn('ana');
    const form = page.client();
    expect((await form.get('/sign-in')).status).toBe(200);
    await way.cut();
    const away = await ana.get('/account');
    const text = await away.text();
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    expect(text).toContain('<meta http-equiv="refresh" content="5"/>');
    expect(text).toContain('The database cannot be reached');
    expect(text).not.toContain('127.0.0.1:');
    const entering = await form.send('/sign-in', '/sign-in', { name: 'ana', password: PASSWORD });
    expect(entering.status).toBe(503);
    expect(await entering.text()).not.toContain('http-equiv="refresh"');
    const script = await ana.get('/account', { Accept: '*/*' });
    expect([script.status, await script.text()]).toEqual([503, expect.stringContaining('cannot be reached')]);
    expect(page.log.join()).not.toContain(way.password);
    await way.mend();
    expect((await ana.get('/account')).status).toBe(200);
    expect((await form.send('/sign-in', '/sign-in', { name: 'ana', password: PASSWORD })).status).toBe(303);
  });
});

onOwnServer('a page whose server is started again', (start) => {
  it('goes on with the same sessions', async () => {
    const server = await start();
    onTestFinished(server.stop);
    const store = await openPostgres(server.url);
    onTestFinished(store.close);
    await migrate(store);
    const page = await servePage(store, SETTINGS, { out: 'reports' });
    await page.addUser('ana', 'viewer');
    const ana = await page.signedIn('ana');
    await server.restart();
    const statuses = [];
    while (statuses.at(-1) !== 200) statuses.push((await ana.get('/account')).status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
