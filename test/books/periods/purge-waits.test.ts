/** A change that a run has judged, and that no version and no adjustment shows yet, outlives a purge. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { retentionJob } from '../../../jobs/retention.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant, readCsv } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { type Books, MONDAY, THURSDAY, TUESDAY, told, WEDNESDAY } from '../run/reported-books.ts';
import { adjustments, close } from './closed-books.ts';
import { deviations, ordersKept, paid, purgeBefore, threeDates } from './purged-books.ts';

/** The night of another region judges what came late for this one. */
const judged = (books: Books, at: string) => books.reconcile(WEDNESDAY, at, { region: 'EG' });

onEngines('a purge', (engine) => {
  it('leaves dates whose change is in no version yet, until one has it', async () => {
    const books = await threeDates(engine);
    await books.feed(paid(MONDAY, 'LATECOMER1', 'L1'));
    await judged(books, '2026-11-19T08:00:00Z');
    const waiting = [{ region: 'BR', date: MONDAY }];
    const limits = [
      { region: 'BR', before: MONDAY },
      { region: 'EG', before: WEDNESDAY },
      { region: '', before: WEDNESDAY },
    ];
    for (const dryRun of [true, false])
      expect(await purgeBefore(books.store, WEDNESDAY, { dryRun })).toMatchObject({
        ...{ limits, waiting, dates: [] },
      });
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-19T13:00:00Z'))).toContain(`${MONDAY} v3 new`);
    expect(readCsv(join(books.out, MONDAY, 'BR/v3/orders.csv')).map((row) => row['order_no'])).toContain(
      'LATECOMER1',
    );
    const purged = await purgeBefore(books.store, WEDNESDAY);
    expect(purged).not.toHaveProperty('waiting');
    expect(purged.dates).toMatchObject([{ date: MONDAY, orders: 5 }]);
    expect(await deviations(books)).toEqual([]);
  });

  it('leaves what is still to become an adjustment of a date that was purged, or closed', async () => {
    for (const makeFinal of [
      (books: Books) => purgeBefore(books.store, TUESDAY),
      (books: Books) => close(books, MONDAY),
    ]) {
      const books = await threeDates(engine);
      await makeFinal(books);
      await books.feed(paid(MONDAY, 'LATECOMER1', 'L1'));
      await judged(books, '2026-11-19T13:00:00Z');
      expect(await purgeBefore(books.store, WEDNESDAY)).toMatchObject({
        waiting: [{ region: 'BR', date: MONDAY }],
      });
      expect(await ordersKept(books.store)).toContain('LATECOMER1');
      await books.reconcile(WEDNESDAY, '2026-11-19T14:00:00Z');
      await books.reconcile(THURSDAY);
      const orders = adjustments(books, THURSDAY).map((row) => row.split(' ')[3]);
      expect([...new Set(orders)]).toEqual(['LATECOMER1']);
      expect(await purgeBefore(books.store, WEDNESDAY, { at: '2026-11-20T12:00:00Z' })).not.toHaveProperty(
        'waiting',
      );
      expect(await ordersKept(books.store)).not.toContain('LATECOMER1');
    }
  });

  it('by the schedule says what stays, and what else it took', async () => {
    const books = await threeDates(engine);
    await books.feed(paid(MONDAY, 'LATECOMER1', 'L1'));
    await judged(books, '2026-11-19T08:00:00Z');
    const said: string[] = [];
    const at = instant('2026-12-30T04:00:00Z');
    const when = { at, now: () => at, dueAt: at };
    await books.store.exclusively(() =>
      retentionJob.run({
        ...{ ...when, store: books.store, workingDirectory: books.out },
        settings: parseSettings({ jobs: { keepDays: 42 } }),
        say: (text) => said.push(text),
      }),
    );
    expect(said).toEqual([
      'Took out 0 orders, 1 rejected line and 1 unverified callback older than 42 days.',
      `BR: ${MONDAY} and later dates stay, since no report shows yet what changed on ${MONDAY}. Reconcile, and purge again.`,
    ]);
  });
});
