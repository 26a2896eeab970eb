/** What was paid for orders that nobody requested, in all tables of orders by outcome. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDateTotals } from '../../../src/books/shown/date-totals.ts';
import { readOverview } from '../../../src/books/shown/overview.ts';
import { scopedVersion } from '../../../src/books/shown/version-scope.ts';
import { whatIf } from '../../../src/books/what-if/what-if.ts';
import { readAtOnce } from '../../../src/database/store-in-turn.ts';
import { changeSettings } from '../../../src/settings/changed-settings.ts';
import { DATE, feed, instant, MORNING, publish, readCsv, SETTINGS } from '../../export/books.ts';
import { snapshotOf } from '../../operations/monitor/watched-books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

onEngines('money of an orphan whose first callback has none', (engine) => {
  it('is in the tables of outcomes as in daily-summary.csv', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const asked = callbackLine({ status: 'PROCESSING', at: '2026-11-19T13:05:30Z' });
    await feed(store, join(folder, 'day.ndjson'), [asked.replace(/"money":\{[^}]*\},?/, ''), callbackLine()]);
    const { summaries } = await publish(store, out);
    const [row] = readCsv(join(out, DATE, 'BR/latest/daily-summary.csv'));
    expect(row).toMatchObject({ currency: 'BRL', paid_minor: '20000' });

    const money = { outcome: 'ORPHAN', currency: 'BRL' };
    const sums = { ...money, requestedMinor: '0', paidMinor: '20000' };
    const summary = summaries.find(({ region }) => region === 'BR')!;
    expect(summary.outcomes).toEqual([{ ...sums, orders: 1 }]);
    const { regions } = await readAtOnce(store, (session) =>
      readOverview(session, SETTINGS, { at: instant(MORNING) }),
    );
    const shown = regions.find(({ region }) => region === 'BR')!.dates.find(({ date }) => date === DATE)!;
    expect(shown.outcomes).toEqual([{ ...sums, orders: 1, paidOrders: 1 }]);
    const { outcomes } = await snapshotOf(store);
    expect(outcomes).toEqual([{ ...money, region: 'BR', orders: 1, requested_minor: 0, paid_minor: 20_000 }]);
    const { ties } = await readAtOnce(store, async (session) =>
      readDateTotals(session, (await scopedVersion(session, SETTINGS, { date: DATE, region: 'BR' }))!.scope),
    );
    expect(ties.filter(({ isEqual }) => !isEqual)).toEqual([]);

    const at = instant(MORNING);
    const { dates } = await whatIf(store, SETTINGS, {
      ...{ dates: [DATE], changed: changeSettings(SETTINGS, ['graceSeconds=1']) },
      ...{ asOf: at, startedAt: at, limit: 10, preview: join(folder, 'preview') },
    });
    expect(dates[0]!.byOutcome).toMatchObject([{ ...money, before: { orders: 1, paidMinor: '20000' } }]);
  });
});
