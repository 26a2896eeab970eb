/** How periods are closed and opened again, and what is refused. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditEntries, findBrokenEntry } from '../../../src/audit/audit-trail.ts';
import { closedThrough } from '../../../src/books/periods/final-dates.ts';
import { feed } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import {
  AFTER,
  LATE,
  MONDAY,
  MONDAYS,
  on,
  reported,
  THURSDAY,
  TUESDAY,
  TUESDAYS,
  told,
  WEDNESDAY,
} from '../run/reported-books.ts';
import { adjustments, close, reopen } from './closed-books.ts';

onEngines('a period that is opened again', (engine) => {
  it('is restated by the next run, against what was final', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(LATE);
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    const known = adjustments(books, THURSDAY);
    expect(known).not.toEqual([]);
    await reopen(books, MONDAY);
    expect(told(await books.reconcile(THURSDAY, '2026-11-19T06:00:01Z'))).toEqual([
      `${MONDAY} v2 new`,
      `${THURSDAY} v1 unchanged`,
    ]);
    expect(books.restatement(MONDAY, 2)).toContain('MONDAY0001 outcome: STUCK -> MATCHED');
    expect(adjustments(books, THURSDAY)).toEqual(known);
  });

  it('goes back to the closing before, the newest first, and the audit trail has all of it', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const through = () => books.store.session((session) => closedThrough(session, 'BR'));
    await close(books, '2026-11-15');
    await close(books, MONDAY);
    await close(books, TUESDAY);
    await reopen(books, TUESDAY);
    expect(await through()).toBe(MONDAY);
    await expect(reopen(books, TUESDAY)).rejects.toMatchObject({
      code: 'NOT_CLOSED',
      detail: { found: [`BR is closed through ${MONDAY}`] },
    });
    await reopen(books, MONDAY);
    expect(await through()).toBe('2026-11-15');
    await reopen(books, '2026-11-15');
    expect(await through()).toBeUndefined();
    const entries = await books.store.session(async (session) => {
      expect(await findBrokenEntry(session)).toBeUndefined();
      const all = [];
      for await (const block of auditEntries(session)) all.push(...block);
      return all;
    });
    expect(
      entries
        .map(({ who, action, region, reason, before, after }) => [who, action, region, reason, before, after])
        .slice(1, 5),
    ).toEqual([
      ['ana', 'close', 'BR', 'it is booked', '{"through":"2026-11-15"}', `{"through":"${MONDAY}"}`],
      ['ana', 'close', 'BR', 'it is booked', `{"through":"${MONDAY}"}`, `{"through":"${TUESDAY}"}`],
      ['ana', 'reopen-period', 'BR', 'it is booked', `{"through":"${TUESDAY}"}`, `{"through":"${MONDAY}"}`],
      ['ana', 'reopen-period', 'BR', 'it is booked', `{"through":"${MONDAY}"}`, '{"through":"2026-11-15"}'],
    ]);
  });
});

onEngines('to close', (engine) => {
  it('an earlier date, the same again or one that has not ended is refused, and changes nothing', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, TUESDAY);
    for (const date of [MONDAY, TUESDAY]) {
      await expect(close(books, date)).rejects.toMatchObject({
        code: 'CLOSED_ALREADY',
        detail: { found: [`BR is closed through ${TUESDAY}`] },
      });
    }
    await expect(close(books, '2026-11-19')).rejects.toMatchObject({
      code: 'CLOSING_TOO_EARLY',
      detail: { found: ['in BR it is 2026-11-19 (America/Sao_Paulo)'] },
    });
    expect(await books.store.session((session) => closedThrough(session, 'BR'))).toBe(TUESDAY);
  });

  it('what is not reported as it is known takes --force, and says which dates these are', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(
      LATE,
      on(WEDNESDAY, payInLine({ orderNo: 'WEDNESDAY1', tradeNo: 'W1', at: `${WEDNESDAY}T13:05:00Z` })),
    );
    await expect(close(books, WEDNESDAY)).rejects.toMatchObject({
      code: 'CLOSING_NOT_READY',
      detail: {
        found: [MONDAY, WEDNESDAY].map((date) => `${date} BR has records that no run has processed`),
      },
    });
    await books.reconcile(MONDAY, '2026-11-18T09:00:00Z');
    await books.reconcile(TUESDAY, AFTER[WEDNESDAY], { preview: true, out: join(books.out, '../preview') });
    await books.reconcile(TUESDAY, AFTER[WEDNESDAY]);
    await expect(close(books, WEDNESDAY)).rejects.toMatchObject({
      code: 'CLOSING_NOT_READY',
      detail: { found: [`${WEDNESDAY} BR has orders or rows of statements and was never reported`] },
    });
    const forced = await close(books, WEDNESDAY, { force: true });
    expect(forced.notReady).toEqual([{ region: 'BR', date: WEDNESDAY, kind: 'never' }]);
    // It is no adjustment either; what becomes known from now on is.
    const asked = await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    expect(told(asked)).toEqual([`${WEDNESDAY} vnull closed`]);
  });

  it('a date with records later than the as-of of the newest run is refused; those of later dates do not matter', async () => {
    const wednesday = (hour: string) =>
      on(
        WEDNESDAY,
        payInLine({ orderNo: `AT${hour}`, tradeNo: `W${hour}`, at: `${WEDNESDAY}T${hour}:00:00Z` }),
      );
    const thursday = on(
      THURSDAY,
      payInLine({ orderNo: 'THURSDAY01', tradeNo: 'H1', at: `${THURSDAY}T13:05:00Z` }),
    );
    const books = await reported(engine, MONDAYS, TUESDAYS, wednesday('05'), wednesday('20'), thursday);
    await close(books, TUESDAY, { dryRun: true });
    await books.reconcile(WEDNESDAY, `${WEDNESDAY}T12:00:00Z`);
    const unread = [{ region: 'BR', date: WEDNESDAY, kind: 'unread' }];
    await expect(close(books, WEDNESDAY)).rejects.toMatchObject({
      code: 'CLOSING_NOT_READY',
      detail: { found: [`${WEDNESDAY} BR has records that no run has processed`] },
    });
    expect(await close(books, WEDNESDAY, { force: true, dryRun: true })).toMatchObject({ notReady: unread });
    await books.reconcile(WEDNESDAY);
    expect(await close(books, WEDNESDAY)).toMatchObject({ notReady: [] });
  });

  it('a date with rows of a statement that was read after the as-of of the newest run is refused', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const statement = `{"statement":{"order_no":"OTHER","merchant_id":"M0001","currency":"BRL","gross":"1.00","settled_on":"${TUESDAY}"}}`;
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), [statement], '2026-11-19T08:00:00Z');
    await books.reconcile(TUESDAY, '2026-11-19T07:00:00Z');
    await expect(close(books, TUESDAY)).rejects.toMatchObject({
      detail: { found: [`${TUESDAY} BR has records that no run has processed`] },
    });
    await close(books, MONDAY);
    await books.reconcile(TUESDAY, '2026-11-19T09:00:00Z');
    expect(await close(books, TUESDAY)).toMatchObject({ notReady: [] });
  });

  it('with --dry-run tells the same and does nothing', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const dry = await close(books, MONDAY, { dryRun: true });
    expect(await books.store.session((session) => closedThrough(session, 'BR'))).toBeUndefined();
    expect(await close(books, MONDAY)).toEqual(dry);
    expect(dry.regions).toEqual([{ region: 'BR', before: null, after: MONDAY }]);
  });
});
