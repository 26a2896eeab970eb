/** What changes of dates that were reported: their next version says it, and the versions before stay as they were. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/operate/run.ts';
import { bytesBelow, instant, publish, readCsv, SETTINGS, states } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
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

onEngines('late evidence', (engine) => {
  it('makes the next version of the date it belongs to, in the run of another date, and says what changed', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const first = bytesBelow(join(books.out, MONDAY, 'BR/v1'));
    await books.feed(LATE);
    const result = await books.reconcile(WEDNESDAY);
    expect(told(result)).toEqual([`${MONDAY} v2 new`, `${WEDNESDAY} v1 new`]);
    expect(bytesBelow(join(books.out, MONDAY, 'BR/v1'))).toEqual(first);
    expect(books.restatement(MONDAY, 1)).toEqual([]);
    expect(books.restatement(MONDAY, 2)).toEqual([
      'MONDAY0001 difference_amount:  -> 0.00',
      'MONDAY0001 difference_minor:  -> 0',
      'MONDAY0001 findings: CONTRACT_VIOLATION STUCK_PROCESSING -> CONTRACT_VIOLATION LATE_CALLBACK',
      'MONDAY0001 offset_source:  -> explicit',
      'MONDAY0001 outcome: STUCK -> MATCHED',
      `MONDAY0001 paid_amount:  -> 200.00`,
      `MONDAY0001 paid_at_local:  -> ${MONDAY}T10:06:00-03:00`,
      `MONDAY0001 paid_at_utc:  -> ${MONDAY}T13:06:00Z`,
      'MONDAY0001 paid_currency:  -> BRL',
      'MONDAY0001 paid_minor:  -> 20000',
      'MONDAY0001 payments: 0 -> 1',
      `MONDAY0001 received_at_utc:  -> ${WEDNESDAY}T10:00:00Z`,
    ]);
  });

  it('restates payments by the date on which they were made', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(
      on(MONDAY, callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${TUESDAY}T06:30:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    expect(books.restatement(MONDAY, 2, 'payments-restatement')).toEqual([
      `MONDAY0001 payment:  -> ${MONDAY} BR`,
    ]);
  });

  it('is told once: the next run finds nothing new', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(LATE);
    await books.reconcile(WEDNESDAY);
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-19T06:00:01Z'))).toEqual([
      `${WEDNESDAY} v1 unchanged`,
    ]);
  });

  it('shows an order that came, and one that went since its callback belongs to another', async () => {
    const stray = on(
      MONDAY,
      callbackLine({ orderNo: 'WRONGNO001', tradeNo: 'U9', at: `${MONDAY}T14:00:00Z` }),
    );
    const books = await reported(engine, MONDAYS, stray);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'LATECOMER1', tradeNo: 'U9', at: `${MONDAY}T13:05:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    expect(books.restatement(MONDAY, 2)).toEqual([
      `LATECOMER1 order:  -> ${MONDAY} BR`,
      `WRONGNO001 order: ${MONDAY} BR -> `,
    ]);
  });

  it('moves an order to the date of its first request, and both dates say so', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'TUESDAY001', tradeNo: 'U1', at: `${MONDAY}T13:05:00Z` })),
    );
    const result = await books.reconcile(WEDNESDAY);
    expect(told(result)).toEqual([`${MONDAY} v2 new`, `${TUESDAY} v2 new`, `${WEDNESDAY} v1 new`]);
    // Monday's first version was made before the order was known.
    expect(books.restatement(MONDAY, 2)).toEqual([`TUESDAY001 order:  -> ${MONDAY} BR`]);
    expect(books.restatement(TUESDAY, 2)).toEqual([`TUESDAY001 order: ${TUESDAY} BR -> ${MONDAY} BR`]);
  });

  it('makes no new version of a date that was looked at from later', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.reconcile(MONDAY, '2026-11-25T12:00:00Z');
    expect(readCsv(join(books.out, MONDAY, 'BR/latest/orders.csv'))[0]!['outcome']).toBe('EXPIRED');
    await books.feed(LATE);
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([`${WEDNESDAY} v1 new`]);
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-25T12:00:00Z'))).toEqual([
      `${MONDAY} v3 new`,
      `${TUESDAY} v2 unchanged`,
      `${WEDNESDAY} v1 unchanged`,
    ]);
    // That they are the same is known from then on.
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-25T12:00:01Z'))).toEqual([
      `${WEDNESDAY} v1 unchanged`,
    ]);
  });

  it('of one region is no matter of a run of another', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(LATE);
    const other = await publish(books.store, books.out, AFTER[WEDNESDAY], {
      dates: [WEDNESDAY],
      region: 'EG',
    });
    expect(states(other)).toEqual({ EG: 'v1 new' });
    expect(told(await books.reconcile(WEDNESDAY))).toContain(`${MONDAY} v2 new`);
  });

  it('that only a duplicate shows is noticed too: another spelling of the same amount', async () => {
    const wrong = on(
      MONDAY,
      payInLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', amount: '20000.5', at: `${MONDAY}T13:05:00Z` }),
    );
    const books = await reported(engine, MONDAYS, wrong);
    await books.feed(wrong.replaceAll('20000.5', '"020000.5"'));
    await books.feed(
      on(MONDAY, callbackLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', at: `${MONDAY}T13:07:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    const [row] = readCsv(join(books.out, MONDAY, 'BR/v2/amount-mismatches.csv'));
    expect(row!['requested_text']).toBe('020000.5');
  });
});

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
  it('is put there by the next run, whichever date that is for', async () => {
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
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-19T06:00:01Z'))).toEqual([
      `${MONDAY} v2 restored`,
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

  it('has its orders without a region reported too, once there are any', async () => {
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
    const result = await publish(books.store, books.out, AFTER[WEDNESDAY], { dates: [WEDNESDAY] });
    expect(result.publications.map(({ date, region, version }) => `${date} ${region} ${version}`)).toContain(
      `${MONDAY}  1`,
    );
    expect(readCsv(join(books.out, MONDAY, 'other/latest/orders.csv'))[0]!['order_no']).toBe('NOREGION01');
  });
});

onEngines('time that passes', (engine) => {
  it('restates the dates whose orders wait no longer', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const result = await books.reconcile(WEDNESDAY, '2026-11-24T00:00:00Z');
    expect(told(result)).toEqual([`${MONDAY} v2 new`, `${WEDNESDAY} v1 new`]);
    expect(books.restatement(MONDAY, 2)).toEqual([
      'MONDAY0001 findings: CONTRACT_VIOLATION STUCK_PROCESSING -> CONTRACT_VIOLATION',
      'MONDAY0001 outcome: STUCK -> EXPIRED',
    ]);
  });
});

onEngines('a run that breaks off between the versions of two dates', (engine) => {
  it('leaves each date whole, and the next run completes', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(
      LATE,
      on(TUESDAY, callbackLine({ orderNo: 'TUESDAY001', tradeNo: 'U1', at: `${WEDNESDAY}T10:00:00Z` })),
    );
    rmSync(join(books.out, TUESDAY, 'BR'), { recursive: true });
    writeFileSync(join(books.out, TUESDAY, 'BR'), 'in the way');
    await expect(books.reconcile(WEDNESDAY)).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    const monday = readFileSync(join(books.out, MONDAY, 'BR/latest/orders.csv'), 'utf8');
    expect(monday).toContain('MATCHED');
    rmSync(join(books.out, TUESDAY, 'BR'));
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([
      `${TUESDAY} v1 restored`,
      `${TUESDAY} v2 new`,
      `${WEDNESDAY} v1 new`,
    ]);
    expect(readFileSync(join(books.out, MONDAY, 'BR/latest/orders.csv'), 'utf8')).toBe(monday);
  });
});
