/**
 * The program with the rights that docs/guides/database.md tells administrators to grant and no others: a user who owns
 * the database, and nothing else of the server.
 */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { closePeriod } from '../../src/books/periods/close-period.ts';
import { purge } from '../../src/books/periods/purge.ts';
import { renormalise } from '../../src/books/run/renormalise.ts';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import { withdraw } from '../../src/books/withdraw/withdraw.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { Fault } from '../../src/errors.ts';
import { watch } from '../../src/operations/watch/run-watch.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import {
  DATE,
  EVIDENCE,
  feed,
  instant,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  states,
} from '../export/books.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { onOwnServer } from '../support/own-server.ts';
import type { Server } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SETTINGS = parseSettings({ reconcile: { lanes: 2 } });
const LATER = '2026-11-20T18:00:00Z';
const WHO = { who: 'ana', reason: 'a test of rights', at: instant(LATER) };

/** The address of an empty database for a user who may sign in and nothing else, but for what is granted. */
async function databaseOf(server: Server, owner: 'recon' | 'postgres'): Promise<string> {
  await administer(
    server.url,
    `create role recon login password 'kept' nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
  );
  const own = owner === 'recon' ? ' owner recon' : '';
  await administer(server.url, `create database recon${own} template template0`);
  const url = new URL(databaseUrl(server.url, 'recon'));
  [url.username, url.password] = ['recon', 'kept'];
  return url.href;
}

async function opened(url: string) {
  const store = await openPostgres(url);
  onTestFinished(() => store.close());
  return store;
}

onOwnServer('a user who owns the database and nothing else', (start) => {
  it('can do all that the program does', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const store = await opened(await databaseOf(server, 'recon'));
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    await migrate(store);
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    expect(states(await publish(store, out, MORNING))).toMatchObject({ BR: 'v1 new' });
    await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
    expect(states(await publish(store, out, NOON))).toMatchObject({ BR: 'v2 new' });
    const request = { asOf: instant(LATER), startedAt: instant(LATER), out };
    expect((await renormalise(store, SETTINGS, request)).orders).toBe(0);
    const source = join(folder, 'logs/late.ndjson');
    await withdraw(store, SETTINGS, { ...WHO, source, asOf: instant(LATER), out });
    await watch(store, SETTINGS, { at: instant(LATER), announce: async () => undefined });
    expect(deviationsOf(await verify(store, SETTINGS, { dates: [DATE], out }))).toEqual([]);
    await closePeriod(store, SETTINGS, { ...WHO, through: DATE, regions: ['BR', 'EG', ''], force: true });
    const limit = { before: '2026-11-20' };
    const purged = await purge(store, SETTINGS, { ...WHO, limit, at: instant('2026-12-20T12:00:00Z') });
    expect(purged.dates.length).toBeGreaterThan(0);
  });

  it('cannot do without owning it, and is told so', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const store = await opened(await databaseOf(server, 'postgres'));
    const fault = await migrate(store).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: 'DATABASE_NOT_WRITABLE' });
  });
});
