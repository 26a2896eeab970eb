import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Store } from '../../src/database/store.ts';
import { SETTINGS } from '../export/books.ts';
import { onPostgresql } from '../support/engines.ts';
import { until } from '../support/until.ts';
import { servePage } from './served-page.ts';

/** The same store, whose readings wait from some moment until they are let go. */
function gated(store: Store) {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  const state = { isGated: false, waiting: 0 };
  onTestFinished(() => open());
  const wait = async () => {
    if (!state.isGated) return;
    state.waiting += 1;
    await isOpen;
  };
  const session: Store['session'] = async (work) => {
    await wait();
    return store.session(work);
  };
  const apart: Store['apart'] = async (work) => {
    await wait();
    return store.apart(work);
  };
  return { store: { ...store, session, apart }, state, open };
}

onPostgresql('a page that is stopped', (engine) => {
  it('logs no failure of a request that is still computed when the database is closed', async () => {
    const database = await engine.database();
    const store = await openPostgres(database.settings['databaseUrl']!);
    const gate = gated(store);
    const page = await servePage(gate.store, SETTINGS, { out: 'reports' });
    await page.addUser('ana', 'viewer');
    const ana = await page.signedIn('ana');
    gate.state.isGated = true;
    const cut = ana.get('/findings').catch(() => 'cut');
    await until(() => gate.state.waiting > 0);
    await page.close();
    expect(await cut).toBe('cut');
    await store.close();
    const before = page.log.length;
    gate.open();
    await until(() => page.log.length > before);
    const lines = page.log.slice(before).map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { level: 'info', msg: 'a request was broken off, because the page is stopped' },
    ]);
  });
});
