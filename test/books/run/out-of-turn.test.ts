/** Looks out of turn: from earlier moments, at one region, after a run that was broken off; what was found stays true. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { bytesBelow, instant, publish, readCsv, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { close } from '../periods/closed-books.ts';
import {
  AFTER,
  LATE,
  MONDAY,
  MONDAYS,
  on,
  reported,
  TUESDAY,
  TUESDAYS,
  told,
  WEDNESDAY,
} from './reported-books.ts';

onEngines('an order that two keys lay claim to', (engine) => {
  it('loses the callback that belonged to it by its tradeNo once the request of the other key is read', async () => {
    const stray = on(
      MONDAY,
      callbackLine({ orderNo: 'OTHERKEY01', tradeNo: 'M1', at: `${MONDAY}T13:07:00Z` }),
    );
    const books = await reported(engine, MONDAYS, stray);
    const orders = () =>
      readCsv(join(books.out, MONDAY, 'BR/latest/orders.csv')).map(
        (row) => `${row['order_no']} ${row['outcome']} ${row['paid_minor']}`,
      );
    expect(orders()).toEqual(['MONDAY0001 MISMATCH 20000']);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'OTHERKEY01', tradeNo: 'M9', at: `${MONDAY}T13:05:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    expect(orders()).toEqual(['MONDAY0001 STUCK ', 'OTHERKEY01 MISMATCH 20000']);
  });

  it('is never in no region, though regions are looked at from moments in any order', async () => {
    const books = await reported(engine, MONDAYS);
    const refused = on(
      WEDNESDAY,
      payInLine({ orderNo: 'TWOREGIONS', tradeNo: 'U2', at: `${WEDNESDAY}T13:05:00Z` }),
    );
    const egyptian = on(
      WEDNESDAY,
      payInLine({
        orderNo: 'TWOREGIONS',
        tradeNo: 'U3',
        currency: 'EGP',
        method: 'FAWRY',
        amount: '200',
        at: `${WEDNESDAY}T15:05:00Z`,
      }),
    ).replaceAll('T10:05:00-03:00', 'T12:05:00-03:00');
    await books.feed(refused.replaceAll('"code":"00"', '"code":"99"'), egyptian);
    const look = (region: string, asOf: string) =>
      publish(books.store, books.out, asOf, { dates: [WEDNESDAY], region });
    await look('EG', `${WEDNESDAY}T16:00:00Z`);
    await look('BR', `${WEDNESDAY}T18:00:00Z`);
    await look('EG', `${WEDNESDAY}T19:00:00Z`);
    await look('BR', AFTER[WEDNESDAY]);
    await look('EG', AFTER[WEDNESDAY]);
    const rows = (region: string) => readCsv(join(books.out, WEDNESDAY, region, 'latest/orders.csv')).length;
    expect([rows('BR'), rows('EG')]).toEqual([0, 1]);
  });
});

onEngines('a date that is made good later, from its own moment', (engine) => {
  it('undoes nothing that was found since: outcomes, ages and versions of the dates after it stay', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const current = () =>
      books.store.session(async ({ db }) => ({
        orders: await db
          .selectFrom('order_results')
          .selectAll()
          .where('until_run', 'is', null)
          .orderBy('order_no')
          .execute(),
        findings: await db
          .selectFrom('finding_results')
          .select(['order_no', 'code', 'first_seen_at'])
          .where('until_run', 'is', null)
          .orderBy('order_no')
          .orderBy('code')
          .execute(),
      }));
    const before = await current();
    const sunday = await publish(books.store, books.out, `${MONDAY}T20:00:00Z`, {
      dates: ['2026-11-15'],
      region: 'BR',
    });
    expect(told(sunday)).toEqual(['2026-11-15 v1 new']);
    const after = await current();
    // That it was there already at an earlier moment is known now.
    const ages = (findings: typeof before.findings) =>
      findings.map((one) => [one.order_no, one.code, one.first_seen_at]);
    expect(ages(after.findings).map(([order, code]) => [order, code])).toEqual(
      ages(before.findings).map(([order, code]) => [order, code]),
    );
    for (const [index, { first_seen_at: seen }] of after.findings.entries())
      expect(seen <= before.findings[index]!.first_seen_at).toBe(true);
    const said = (orders: typeof before.orders) => orders.map(({ from_run: _run, ...rest }) => rest);
    expect(said(after.orders)).toEqual(said(before.orders));
    expect(told(await books.reconcile(TUESDAY, '2026-11-18T06:00:01Z'))).toContain(`${TUESDAY} v1 unchanged`);
  });
});

onEngines('a version that was kept and never came to its place', (engine) => {
  it.each([
    ['', false],
    [', also if its date was closed meanwhile', true],
  ])('is put there by the next run, whichever date that is for%s', async (_title, isClosed) => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(LATE);
    await books.reconcile(WEDNESDAY);
    const bytes = bytesBelow(join(books.out, MONDAY));
    // As a run leaves it that is killed between the two.
    rmSync(join(books.out, MONDAY, 'BR/v2'), { recursive: true });
    await books.store.session(({ db }) =>
      db
        .updateTable('versions')
        .set({ placed: false })
        .where('date', '=', MONDAY)
        .where('version', '=', 2)
        .execute(),
    );
    if (isClosed) await close(books, MONDAY);
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-19T06:00:01Z'))).toEqual([
      `${MONDAY} v2 restored`,
      ...(isClosed ? [`${MONDAY} v2 closed`] : []),
      `${WEDNESDAY} v1 unchanged`,
    ]);
    expect(bytesBelow(join(books.out, MONDAY))).toEqual(bytes);
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-19T06:00:02Z'))).toEqual([
      `${WEDNESDAY} v1 unchanged`,
    ]);
  });
});

onEngines('a date that nobody asked for', (engine) => {
  it('is restated in the form that it has', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(LATE);
    const asked = { ...SETTINGS, export: { profile: 'excel-br', format: 'csv' } } as const;
    const at = instant(AFTER[WEDNESDAY]);
    await reconcileDates(books.store, asked, {
      dates: [WEDNESDAY],
      region: 'BR',
      asOf: at,
      startedAt: at,
      out: books.out,
    });
    const head = (date: string, version: string) =>
      readFileSync(join(books.out, date, 'BR', version, 'orders.csv'), 'utf8').slice(0, 24);
    expect(head(MONDAY, 'v2')).toBe(head(MONDAY, 'v1'));
    expect(head(WEDNESDAY, 'v1')).not.toBe(head(MONDAY, 'v1'));
  });

  it('has its orders without a region reported too, once there are any, but not by a run of an earlier as-of', async () => {
    const books = await reported(engine, MONDAYS);
    const nowhere = on(
      MONDAY,
      payInLine({
        orderNo: 'NOREGION01',
        tradeNo: 'N1',
        currency: 'XXZ',
        method: 'CARD',
        at: `${MONDAY}T13:05:00Z`,
      }),
    );
    await books.feed(nowhere);
    await books.reconcile(WEDNESDAY);
    const early = await publish(books.store, books.out, AFTER[TUESDAY], { dates: ['2026-11-15'] });
    expect([...new Set(early.publications.map(({ date }) => date))]).toEqual(['2026-11-15']);
    const result = await publish(books.store, books.out, AFTER[WEDNESDAY], { dates: [WEDNESDAY] });
    expect(result.publications.map(({ date, region, version }) => `${date} ${region} ${version}`)).toContain(
      `${MONDAY}  1`,
    );
    expect(readCsv(join(books.out, MONDAY, 'other/latest/orders.csv'))[0]!['order_no']).toBe('NOREGION01');
  });
});
