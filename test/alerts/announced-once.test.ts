/** What is sent to channels by runs that are not the newest in time, and by commands that change stored records. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { withdraw } from '../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { EVIDENCE, feed, instant, LATE_CALLBACK, NOON } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SETTINGS = parseSettings({
  alerts: {
    channels: [{ name: 'ops', kind: 'slack', url: 'https://hooks.example/T0', severity: 'medium' }],
  },
});

/** Topics and findings of the messages so far, in the order in which they were written. */
async function sent(store: Store): Promise<string[]> {
  const rows = await store.session(({ db }) =>
    db.selectFrom('outbox').select(['topic', 'facts']).orderBy('message_id').execute(),
  );
  return rows.map(({ topic, facts }) =>
    [
      topic,
      ...JSON.parse(facts).groups.map(({ code, orders }: Record<string, unknown>) => `${code} ${orders}`),
    ].join(', '),
  );
}

onEngines('findings', (engine) => {
  it('are sent by a run at an earlier moment only if they are new, and never as solved that are not', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const run = (date: string, asOf: string) =>
      reconcileDates(store, SETTINGS, { dates: [date], asOf: instant(asOf), startedAt: instant(NOON), out });
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
    await run('2026-11-19', NOON);
    const first = ['findings, ORPHAN_CALLBACK 1, STUCK_PROCESSING 1'];
    expect(await sent(store)).toEqual(first);
    await run('2026-11-18', '2026-11-19T13:05:30Z');
    expect(await sent(store)).toEqual(first);
    const orphan = callbackLine({ orderNo: 'ORDER00009', tradeNo: 'T9', at: '2026-11-19T14:00:00Z' });
    await feed(store, join(folder, 'late.ndjson'), [LATE_CALLBACK, orphan]);
    await run('2026-11-17', '2026-11-19T13:05:30Z');
    const second = ['findings, ORPHAN_CALLBACK 1, AMOUNT_MISMATCH 1', 'recovered, STUCK_PROCESSING 1'];
    expect((await sent(store)).slice(1).map((one) => one.split(', ').toSorted())).toEqual(
      second.map((one) => one.split(', ').toSorted()),
    );
  });

  it('that begin or end as a source is withdrawn are sent', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'day.ndjson'), [...EVIDENCE]);
    await feed(store, join(folder, 'late.ndjson'), [LATE_CALLBACK]);
    const at = instant(NOON);
    await reconcileDates(store, SETTINGS, { dates: ['2026-11-19'], asOf: at, startedAt: at, out });
    const source = join(folder, 'late.ndjson');
    await withdraw(store, SETTINGS, { source, who: 'ana', reason: 'of a test', at, asOf: at, out });
    const [, ...later] = await sent(store);
    expect(later).toEqual(['findings, STUCK_PROCESSING 1', 'recovered, AMOUNT_MISMATCH 1']);
  });
});
