/** Commands that change or remove evidence leave counts that are those of the evidence. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { purge } from '../../../src/books/periods/purge.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { runSqlFile } from '../../../src/database/sql-file.ts';
import type { Store } from '../../../src/database/store.ts';
import { advanceCounts } from '../../../src/operations/watch/advance-counts.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { dayLines } from '../../../src/simulate/day.ts';
import { feed, instant } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DATES = ['2026-11-16', '2026-11-17', '2026-11-18'];
const NOW = instant('2026-11-19T12:00:00Z');
const SETTINGS = parseSettings({ watch: { weeks: 2 } });
const [brazil, egypt] = SETTINGS.regions;
const CORRECTED = parseSettings({
  watch: { weeks: 2 },
  regions: [brazil, { ...egypt!, zone: 'Asia/Riyadh' }],
});
const why = { who: 'ana', reason: 'a mistake', at: NOW };

/** Three days of logs, a file each, reported and counted. */
async function countedDays(engine: Engine) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  const read = (name: string, lines: readonly string[]) =>
    feed(store, join(folder, 'logs', name), lines, '2026-11-19T12:00:00Z');
  for (const [seed, date] of DATES.entries()) {
    const lines = [...dayLines({ date, seed, orders: 60 })].map(({ line }) => line);
    await read(`${date}.ndjson`, lines);
  }
  await reconcileDates(store, SETTINGS, { dates: DATES, asOf: NOW, startedAt: NOW, out });
  return { store, out, read, before: await counts(store, SETTINGS) };
}

/** All counts as the next look finds them. */
async function counts(store: Store, settings: Settings): Promise<string[]> {
  return store.session(async (session) => {
    await advanceCounts(session, settings, NOW);
    const orders = await session.db.selectFrom('order_counts').selectAll().where('orders', '<>', 0).execute();
    const payments = await session.db
      .selectFrom('payment_counts')
      .selectAll()
      .where((e) =>
        e.or(
          (['payments', 'timed', 'late', 'compared', 'mismatched'] as const).map((one) => e(one, '<>', 0)),
        ),
      )
      .execute();
    return [...orders, ...payments].map((row) => JSON.stringify(row)).sort();
  });
}

/** The same, counted from all evidence. */
async function countsAfresh(store: Store, settings: Settings): Promise<string[]> {
  await store.session((session) =>
    runSqlFile(session, 'watch/counts/050_count_again.sql', { before: 'infinity' }),
  );
  return counts(store, settings);
}

onEngines('the counts of the watch', (engine) => {
  it('are those of the evidence that is left after a source was withdrawn and another was read', async () => {
    const { store, out, read, before } = await countedDays(engine);
    await withdraw(store, SETTINGS, { ...why, source: `${DATES[1]}.ndjson`, asOf: NOW, out });
    const after = await counts(store, SETTINGS);
    expect(after.length).toBeLessThan(before.length);
    expect(await countsAfresh(store, SETTINGS)).toEqual(after);
    await read(
      'again.ndjson',
      [...dayLines({ date: DATES[1]!, seed: 1, orders: 60 })].map(({ line }) => line),
    );
    expect(await counts(store, SETTINGS)).toEqual(before);
  });

  it('are those of the evidence as it is read by corrected settings', async () => {
    const { store, out, before } = await countedDays(engine);
    await renormalise(store, CORRECTED, { asOf: NOW, startedAt: NOW, out });
    const after = await counts(store, CORRECTED);
    expect(after).not.toEqual(before);
    expect(await countsAfresh(store, CORRECTED)).toEqual(after);
  });

  it('are those of the evidence that a purge leaves', async () => {
    const { store, before } = await countedDays(engine);
    await purge(store, SETTINGS, { ...why, limit: { before: DATES[2]! } });
    const after = await counts(store, SETTINGS);
    expect(after.length).toBeLessThan(before.length);
    expect(await countsAfresh(store, SETTINGS)).toEqual(after);
  });

  it('lose a payment that came long after the purged date of its order', async () => {
    const { store, out, read, before } = await countedDays(engine);
    const old = '2026-09-01';
    const onOld = (line: string) => line.replaceAll('2026-11-19T', `${old}T`);
    const order = { orderNo: 'ORDER00009', tradeNo: 'T9' };
    await read('old.ndjson', [
      onOld(payInLine({ ...order, at: `${old}T13:05:00Z` })),
      onOld(callbackLine({ ...order, at: '2026-11-18T13:00:00Z' })),
    ]);
    await reconcileDates(store, SETTINGS, { dates: [old], asOf: NOW, startedAt: NOW, out });
    expect(await counts(store, SETTINGS)).toHaveLength(before.length + 1);
    const { dates } = await purge(store, SETTINGS, { ...why, limit: { before: '2026-09-02' } });
    expect(dates).toMatchObject([{ date: old, records: 2 }]);
    expect(await counts(store, SETTINGS)).toEqual(before);
  });
});
