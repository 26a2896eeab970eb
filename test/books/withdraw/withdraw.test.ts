/** What was read of a source is taken back: nothing of it counts any more, and nothing of it is lost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStories } from '../../../src/books/order/read-story.ts';
import { storyText } from '../../../src/books/order/story-text.ts';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { purge } from '../../../src/books/periods/purge.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { withdrawText } from '../../../src/books/withdraw/withdraw-text.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  instant,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  SETTINGS,
} from '../../export/books.ts';
import { counts, evidence, lines, rowCounts, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { adjustments, close } from '../periods/closed-books.ts';
import { MONDAY, MONDAYS, on, reported, THURSDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';

import { fresh, ground, PAYMENT, reportsOf, results, takeBack } from './withdrawn-books.ts';

onEngines('withdraw', (engine) => {
  it('leaves what a store has that never read the source, and the versions before as they were', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', EVIDENCE);
    await books.feed('wrong.ndjson', [
      PAYMENT,
      payInLine({ orderNo: 'ORDER00009', tradeNo: 'T9' }),
      // Unmatched callbacks of the day belong to the orders of the wrong file by their tradeNo.
      payInLine({ orderNo: 'ORDER00008', tradeNo: 'T4', amount: '700' }),
      '{"cut":',
      callbackLine({ orderNo: 'ORDER00077', tradeNo: 'T77' }).replace('"verified":true', '"verified":false'),
    ]);
    await publish(books.store, books.out, MORNING);
    const first = bytesBelow(join(books.out, DATE, 'BR/v1'));
    expect(books.file('orders').map((row) => `${row['order_no']} ${row['outcome']}`)).toEqual([
      'ORDER00001 MATCHED',
      'ORDER00002 MATCHED',
      'ORDER00008 MISMATCH',
      'ORDER00009 STUCK',
    ]);

    const result = await books.withdraw('wrong.ndjson');
    expect(result).toMatchObject({ payIns: 2, callbacks: 2, stay: 0, rejected: 1, reads: 1, entry: 1 });
    expect(result.dates).toEqual([{ date: DATE, region: 'BR', orders: 4, reported: true }]);
    expect(bytesBelow(join(books.out, DATE, 'BR/v1'))).toEqual(first);
    const expected = await fresh(engine, { 'day.ndjson': EVIDENCE });
    expect(await evidence(books.store)).toEqual(expected.evidence);
    expect(reportsOf(books.out)).toEqual(expected.reports);
    expect(await books.deviations()).toEqual([]);
    const went = books.file('restatement').filter(({ field }) => field === 'order');
    expect(went.map((row) => `${row['order_no']}: ${row['previous']} -> ${row['current']}`)).toEqual([
      `ORDER00004:  -> ${DATE} BR`,
      `ORDER00008: ${DATE} BR -> `,
      `ORDER00009: ${DATE} BR -> `,
    ]);
    expect(books.file('rejected-records', 'v1')).toHaveLength(3);
    expect(books.file('rejected-records')).toHaveLength(1);
    const manifest = JSON.parse(readFileSync(join(books.out, DATE, 'BR/latest/manifest.json'), 'utf8'));
    expect(manifest.sources).toHaveLength(1);
  });

  it('lets a file be read again with a corrected map, as if it never had been read with a wrong one', async () => {
    const csv = (folder: string) =>
      write(
        folder,
        'day.csv',
        lines(
          'order,trade,shop,kind,when,state,currency,value,other',
          'ORDER00001,T1,M0001,PIX,2026-11-19T10:06:00-03:00,SUCCESS,BRL,20000,1',
          'ORDER00002,T2,M0001,PIX,2026-11-19T10:07:00-03:00,SUCCESS,BRL,12345,2',
        ),
      );
    const mapped = (amount: string) =>
      parseSettings({
        map: {
          ...{
            order: 'body.orderNo',
            trade: 'body.tradeNo',
            shop: 'body.merchantId',
            kind: 'body.paymentMethod',
          },
          ...{ when: 'body.transactionTime', state: 'body.status', currency: 'body.money.currency' },
          ...(amount === 'value'
            ? { value: 'body.money.amount', other: 'body.merchantName' }
            : { other: 'body.money.amount', value: 'body.merchantName' }),
        },
      });
    const readAt = instant(MORNING);
    const payIns = [payInLine(), payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2', amount: '12345' })];
    const books = await ground(engine);
    await books.feed('day.ndjson', payIns);
    const path = csv(books.folder);
    await ingest(books.store, mapped('other'), { paths: [path], readAt });
    await publish(books.store, books.out, MORNING);
    expect(books.file('amount-mismatches')).toHaveLength(2);
    await books.withdraw('day.csv');
    const [again] = await ingest(books.store, mapped('value'), { paths: [path], readAt });
    expect(counts(again!)).toBe('2 = 2 + 0 + 0');
    // With the map of before too: what was withdrawn is not known any more.
    await books.withdraw(path);
    expect((await ingest(books.store, mapped('value'), { paths: [path], readAt })).map(counts)).toEqual([
      '2 = 2 + 0 + 0',
    ]);
    await publish(books.store, books.out, NOON);

    const right = await ground(engine);
    await right.feed('day.ndjson', payIns);
    await ingest(right.store, mapped('value'), { paths: [csv(right.folder)], readAt });
    await publish(right.store, right.out, NOON);
    expect(await evidence(books.store)).toEqual(await evidence(right.store));
    expect(reportsOf(books.out)).toEqual(reportsOf(right.out));
    expect(await books.deviations()).toEqual([]);
  });

  it('changes nothing in a dry run, and says what would change', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', EVIDENCE);
    await books.feed('late.ndjson', [LATE_CALLBACK]);
    await publish(books.store, books.out, NOON);
    const state = async () => ({
      evidence: await evidence(books.store),
      rows: await rowCounts(books.store),
      results: await results(books.store),
      reports: bytesBelow(books.out),
    });
    const before = await state();
    const result = await books.withdraw('late.ndjson', { dryRun: true });
    expect(await state()).toEqual(before);
    expect(result).toMatchObject({ callbacks: 1, entry: undefined, restated: undefined });
    expect(withdrawText(result, true).replace(/\S*late\.ndjson/, 'late.ndjson')).toBe(
      `Would withdraw late.ndjson, read 1 time.
Would take out 0 pay-in records and 1 callback.
Orders that this is evidence of: 1.

Paid date   Region  Currency  Payments before  after  Paid before   after
2026-11-19  BR      BRL                     3      2       330.00  207.00

Date        Region  Orders
2026-11-19  BR           1  reported, would get a new version

Nothing was changed. Run it without --dry-run to withdraw the source.`,
    );
    const closing = { through: DATE, regions: ['BR'], who: 'ana', reason: 'booked', at: instant(NOON) };
    await closePeriod(books.store, SETTINGS, closing);
    const closed = await books.withdraw('late.ndjson', { dryRun: true });
    expect(closed.dates).toEqual([{ date: DATE, region: 'BR', orders: 1, reported: true, final: true }]);
    expect(withdrawText(closed, true)).toContain(
      '2026-11-19  BR           1  closed, would get adjustments\n',
    );
  });

  it('says which source is meant, and that it is withdrawn already', async () => {
    const books = await ground(engine);
    await books.feed('monday/day.ndjson', EVIDENCE);
    await books.feed('tuesday/day.ndjson', [LATE_CALLBACK]);
    await expect(books.withdraw('day.ndjson')).rejects.toMatchObject({ code: 'SOURCE_AMBIGUOUS' });
    await expect(books.withdraw('monday/dya.ndjson')).rejects.toMatchObject({ code: 'SOURCE_NOT_READ' });
    await books.feed('two.ndjson', [PAYMENT]);
    // As a file that was read from the working directory.
    await books.store.session(({ db }) =>
      db.updateTable('sources').set({ name: 'two.ndjson' }).where('name', 'like', '%/two.ndjson').execute(),
    );
    await expect(books.withdraw('tow.ndjson')).rejects.toMatchObject({
      ...{ code: 'SOURCE_NOT_READ', detail: { remedy: 'Did you mean two.ndjson?' } },
    });
    await books.withdraw('monday/day.ndjson');
    await expect(books.withdraw('monday/day.ndjson')).rejects.toMatchObject({
      code: 'SOURCE_WITHDRAWN',
      detail: { found: 'withdrawn by ana at 2026-11-20T15:00:00Z (audit entry 1: wrong file)' },
    });
  });

  it('is told in the story of an order, by whom and why', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', [payInLine()]);
    await books.feed('paid.ndjson', [callbackLine()]);
    await books.withdraw('paid.ndjson');
    const story = await books.store.session((session) =>
      readStories(session, SETTINGS, 'ORDER00001', undefined),
    );
    expect(story[0]!.events.find(({ kind }) => kind === 'withdrawal')).toMatchObject({
      ...{
        at: '2026-11-20T15:00:00Z',
        entry: 1,
        who: 'ana',
        reason: 'wrong file',
        record: 'callback',
      },
      ...{ tradeNo: 'T1', status: 'SUCCESS', money: { currency: 'BRL', minor: '20000' } },
    });
    expect(storyText(story[0]!)).toContain('because: wrong file');
    await books.withdraw('day.ndjson');
    const [none] = await books.store.session((session) =>
      readStories(session, SETTINGS, 'ORDER00001', undefined),
    );
    expect(storyText(none!)).toContain('All evidence of it was withdrawn.');
  });

  it('keeps withdrawn records aside until they are purged', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', [payInLine(), callbackLine()]);
    await books.feed('wrong.ndjson', [payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2' })]);
    await publish(books.store, books.out, MORNING);
    await books.withdraw('wrong.ndjson');
    const aside = () =>
      books.store.session(({ db }) => db.selectFrom('withdrawn_records').selectAll().execute());
    expect(await aside()).toMatchObject([{ order_no: 'ORDER00002', kind: 'pay-in', taken_over_by: null }]);
    const at = instant('2027-11-20T12:00:00Z');
    await purge(books.store, SETTINGS, { limit: { days: 100 }, who: 'ana', reason: 'retention', at });
    expect(await aside()).toEqual([]);
    expect(await books.deviations()).toEqual([]);
  });

  it('of a closed date makes adjustments, and leaves its final version', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', at: `${MONDAY}T14:05:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    await close(books, MONDAY);
    const final = bytesBelow(join(books.out, MONDAY));
    const at = instant('2026-11-19T13:00:00Z');
    await takeBack(books.store, books.out, '2.ndjson', { at, asOf: at });
    await books.reconcile(THURSDAY);
    expect(bytesBelow(join(books.out, MONDAY))).toEqual(final);
    expect(adjustments(books, THURSDAY, 'latest').find((line) => line.includes(' order: '))).toMatch(
      /of 2026-11-16 MONDAY0002 order: 2026-11-16 BR -> /,
    );
    expect(
      deviationsOf(await verify(books.store, SETTINGS, { dates: [MONDAY, THURSDAY], out: books.out })),
    ).toEqual([]);
  });
});
