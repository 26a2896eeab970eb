import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import {
  findings,
  ingest,
  openStore,
  order,
  reconcile,
  report,
  reportRows,
  verify,
} from '../../src/index.ts';
import { DAY, DAY_AFTER, workingFolder } from '../cli/past-day.ts';
import { collected } from '../support/collected.ts';
import { type Engine, onEngines } from '../support/engines.ts';

/** A store of the library with a reconciled day. */
async function sharedStore(engine: Engine) {
  const cwd = workingFolder();
  const database = await engine.database();
  const settings = { ...database.settings, out: join(cwd, 'reports') };
  const store = await openStore(settings);
  onTestFinished(() => store.close());
  const shared = { settings, store };
  await ingest({ paths: [join(cwd, 'logs')], ...shared });
  await reconcile({ date: DAY, asOf: DAY_AFTER, ...shared });
  return { ...shared, shared };
}

const NOTE = { action: 'note', which: { order: 'ORDER00002', code: 'STUCK_PROCESSING' } } as const;

/** How many other connections to the store's database are within a transaction. */
async function openTransactions(store: Store): Promise<number> {
  const { rows } = await store.session(({ db }) =>
    sql<{ open: string }>`
      select count(*) as open
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        and backend_type = 'client backend'`.execute(db),
  );
  return Number(rows[0]!.open);
}

const thrown = (code: string) => expect.objectContaining({ name: 'Fault', code });

onEngines('a store that several calls use', (engine) => {
  it('does calls that are made at once, each as if it were alone', async () => {
    const { store, shared } = await sharedStore(engine);
    const orders = { name: 'orders', date: DAY, version: 1, ...shared };
    const [restated, rows, checked, [story], listed] = await Promise.all([
      reconcile({ date: DAY, asOf: new Date('2024-11-20T13:00:00Z'), ...shared }),
      collected(reportRows(orders)),
      verify(shared),
      order({ orderNo: 'ORDER00002', ...shared }),
      collected(findings.list(shared)),
    ]);
    expect(restated.versions.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
    expect(rows).toHaveLength(4);
    expect(checked.ok).toBe(true);
    expect(story).toMatchObject({ verdict: { outcome: 'STUCK' } });
    expect(listed.map(({ code }) => code)).toContain('STUCK_PROCESSING');
    const runs = await store.session((session) => session.db.selectFrom('runs').select('run_id').execute());
    expect(runs).toHaveLength(2);
  });

  it('keeps a decision that is made while a reader leaves its loop', async () => {
    const { shared } = await sharedStore(engine);
    const which = { order: 'ORDER00002', code: 'STUCK_PROCESSING' };
    for (let turns = 0; turns < 20; turns += 1) {
      const rows = reportRows({ name: 'orders', date: DAY, version: 1, ...shared });
      await rows.next();
      const text = `note ${turns}`;
      const deciding = findings.decide({ action: 'note', which, text, by: 'ana', ...shared });
      for (let turn = 0; turn < turns * 20; turn += 1) await null;
      await rows.return(undefined);
      await deciding;
      expect((await findings.show({ ...which, ...shared }))[0]).toMatchObject({ note: text });
    }
  });

  it.each(['return', 'throw'] as const)('is free after %s of a loop over rows', async (how) => {
    const { store, shared } = await sharedStore(engine);
    const error = new Error('the reader cannot go on');
    const loops = [
      reportRows({ name: 'orders', date: DAY, version: 1, ...shared }),
      report({ name: 'orders', date: DAY, version: 1, ...shared }),
      findings.list(shared),
    ];
    for (const loop of loops) {
      expect((await loop.next()).done).toBe(false);
      if (how === 'return') await loop.return(undefined);
      else await expect(loop.throw(error)).rejects.toBe(error);
      expect((await loop.next()).done).toBe(true);
      await expect.poll(() => openTransactions(store), { timeout: 600_000 }).toBe(0);
      await findings.decide({ ...NOTE, text: 'still works', by: 'ana', ...shared });
    }
  });

  it('takes decisions within the loop over the findings', async () => {
    const { shared } = await sharedStore(engine);
    const all = await collected(findings.list(shared));
    for await (const { order_no, code, merchant_id } of findings.list(shared)) {
      const which = { order: order_no, code, merchant: merchant_id };
      await findings.decide({ action: 'accept', which, text: 'known', by: 'ana', ...shared });
    }
    expect(await collected(findings.list(shared))).toEqual([]);
    expect(await collected(findings.list({ state: 'accepted', ...shared }))).toHaveLength(all.length);
  });

  it('takes decisions within the loop over the findings also where each call opens the store', async () => {
    const { store, settings } = await sharedStore(engine);
    await store.close();
    const all = await collected(findings.list({ settings }));
    expect(all.length).toBeGreaterThan(1);
    for await (const { order_no, code, merchant_id } of findings.list({ settings })) {
      const which = { order: order_no, code, merchant: merchant_id };
      await findings.decide({ action: 'accept', which, text: 'known', by: 'ana', settings });
    }
    expect(await collected(findings.list({ settings }))).toEqual([]);
  });

  it('refuses a change within the loop over rows that are judged for it, and keeps nothing of either', async () => {
    const { store, shared } = await sharedStore(engine);
    const which = { order: 'ORDER00002', code: 'STUCK_PROCESSING' };
    const rows: unknown[] = [];
    for await (const row of reportRows({ name: 'orders', date: DAY, region: 'BR', ...shared })) {
      rows.push(row);
      if (rows.length > 1) continue;
      const change = findings.decide({ action: 'accept', which, text: 'known', by: 'ana', ...shared });
      await expect(change).rejects.toEqual(thrown('STORE_LOCKED'));
    }
    expect(rows).toHaveLength(3);
    const runs = await store.session((session) => session.db.selectFrom('runs').select('run_id').execute());
    expect(runs).toHaveLength(1);
    expect(await collected(findings.list({ state: 'accepted', ...shared }))).toEqual([]);
  });

  it('is closed once, however often it is told to, and takes no call afterwards', async () => {
    const { store, shared } = await sharedStore(engine);
    await Promise.all([store.close(), store.close()]);
    await store.close();
    await expect(verify(shared)).rejects.toEqual(thrown('ARGUMENT_INVALID'));
    await expect(collected(findings.list(shared))).rejects.toEqual(thrown('ARGUMENT_INVALID'));
    await expect(collected(reportRows({ name: 'orders', date: DAY, ...shared }))).rejects.toEqual(
      thrown('ARGUMENT_INVALID'),
    );
  });
});
