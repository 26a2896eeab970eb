/** Periods that are closed: what was reported stays, and what becomes known is told by the date on which it does. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { closedThrough } from '../../../src/books/periods/final-dates.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { bytesBelow, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import {
  AFTER,
  type Books,
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
import { adjustments, close, decision, freshReports, publishedRows } from './closed-books.ts';

/** Every file of Monday's folder, and where latest leads by what it holds. */
function monday({ out }: Books): Record<string, string> {
  return bytesBelow(join(out, MONDAY));
}

const KNOWN = `at ${AFTER[WEDNESDAY]}`;
const MONDAY_ORDER = `${THURSDAY} of ${MONDAY} MONDAY0001`;

/** Whether an adjustment is of payments.csv. */
const isOfPayment = (row: string) => / payment[.:]/.test(row);

onEngines('a closed date', (engine) => {
  it('stays as it was reported, byte for byte, and the day on which it became known says what changed', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    const before = monday(books);
    await books.feed(LATE);
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([`${WEDNESDAY} v1 new`]);
    expect(monday(books)).toEqual(before);
    // It became known on Thursday, whichever date the run was asked for.
    expect(adjustments(books, WEDNESDAY)).toEqual([]);
    expect(told(await books.reconcile(THURSDAY))).toEqual([`${THURSDAY} v1 new`]);
    const rows = adjustments(books, THURSDAY);
    expect(rows.filter((row) => !isOfPayment(row))).toEqual([
      `${MONDAY_ORDER} difference_amount:  -> 0.00 ${KNOWN}`,
      `${MONDAY_ORDER} difference_minor:  -> 0 ${KNOWN}`,
      `${MONDAY_ORDER} findings: CONTRACT_VIOLATION STUCK_PROCESSING -> CONTRACT_VIOLATION LATE_CALLBACK ${KNOWN}`,
      `${MONDAY_ORDER} offset_source:  -> explicit ${KNOWN}`,
      `${MONDAY_ORDER} outcome: STUCK -> MATCHED ${KNOWN}`,
      `${MONDAY_ORDER} paid_amount:  -> 200.00 ${KNOWN}`,
      `${MONDAY_ORDER} paid_at_local:  -> ${MONDAY}T10:06:00-03:00 ${KNOWN}`,
      `${MONDAY_ORDER} paid_at_utc:  -> ${MONDAY}T13:06:00Z ${KNOWN}`,
      `${MONDAY_ORDER} paid_currency:  -> BRL ${KNOWN}`,
      `${MONDAY_ORDER} paid_minor:  -> 20000 ${KNOWN}`,
      `${MONDAY_ORDER} payments: 0 -> 1 ${KNOWN}`,
      `${MONDAY_ORDER} received_at_utc:  -> ${WEDNESDAY}T10:00:00Z ${KNOWN}`,
    ]);
    const dates = [MONDAY, WEDNESDAY, THURSDAY];
    const verified = await verify(books.store, SETTINGS, { dates, out: books.out });
    expect(deviationsOf(verified)).toEqual([]);
    expect(verified.filter(({ remarks }) => remarks.length > 0)).toMatchObject([
      { subject: `${MONDAY} BR v1`, remarks: [`final (closed through ${MONDAY})`] },
    ]);
  });

  it('that a run is asked for is not published anew, and what is missing of it is written again', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    const before = monday(books);
    await books.feed(LATE);
    const asked = await books.reconcile(MONDAY, AFTER[WEDNESDAY]);
    expect(told(asked)).toEqual([`${MONDAY} v1 closed`]);
    expect(asked.summaries.map(({ outcomes }) => outcomes.map(({ outcome }) => outcome))).toEqual([
      ['STUCK'],
    ]);
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    expect(adjustments(books, THURSDAY)).toContain(`${MONDAY_ORDER} outcome: STUCK -> MATCHED ${KNOWN}`);
    rmSync(join(books.out, MONDAY, 'BR/v1'), { recursive: true });
    expect(told(await books.reconcile(MONDAY, AFTER[WEDNESDAY]))).toEqual([
      `${MONDAY} v1 restored`,
      `${MONDAY} v1 closed`,
    ]);
    expect(monday(books)).toEqual(before);
  });

  it('tells each change once, and the next against it', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(LATE);
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    const first = adjustments(books, THURSDAY);
    expect(told(await books.reconcile(THURSDAY, '2026-11-19T06:00:01Z'))).toEqual([
      `${THURSDAY} v1 unchanged`,
    ]);
    const again = callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M2', at: `${WEDNESDAY}T11:00:00Z` });
    await books.feed(on(MONDAY, again));
    expect(told(await books.reconcile(THURSDAY, '2026-11-19T07:00:00Z'))).toEqual([`${THURSDAY} v2 new`]);
    const second = adjustments(books, THURSDAY);
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second.slice(first.length)).toContain(`${MONDAY_ORDER} payments: 1 -> 2 at 2026-11-19T07:00:00Z`);
    expect(adjustments(books, THURSDAY, 'v1')).toEqual(first);
  });

  it('makes a new version of an open date of which only the adjustments came', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    const weekLater = '2026-11-23';
    const reconcile = (asOf: string) => books.reconcile(WEDNESDAY, asOf, { dates: [weekLater] });
    await reconcile(`${weekLater}T12:00:00Z`);
    const facts = (version: string) => {
      const {
        'adjustments.csv': _,
        'manifest.json': __,
        ...same
      } = bytesBelow(join(books.out, weekLater, 'BR', version));
      return same;
    };
    // After the horizon, by time alone: STUCK to EXPIRED. In Brazil it is still Monday.
    expect(told(await reconcile('2026-11-24T00:00:00Z'))).toContain(`${weekLater} v2 new`);
    const order = `${weekLater} of ${MONDAY} MONDAY0001`;
    expect(adjustments(books, weekLater)).toEqual([
      `${order} findings: CONTRACT_VIOLATION STUCK_PROCESSING -> CONTRACT_VIOLATION at 2026-11-24T00:00:00Z`,
      `${order} outcome: STUCK -> EXPIRED at 2026-11-24T00:00:00Z`,
    ]);
    expect(facts('v2')['orders.csv']).toBe(facts('v1')['orders.csv']);
    expect(facts('v2')['payments.csv']).toBe(facts('v1')['payments.csv']);
    expect(told(await reconcile('2026-11-24T00:00:01Z'))).toEqual([`${weekLater} v2 unchanged`]);
  });

  it('and an open one tell an order that moves between them each in its way', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'TUESDAY001', tradeNo: 'U1', at: `${MONDAY}T13:05:00Z` })),
    );
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([`${TUESDAY} v2 new`, `${WEDNESDAY} v1 new`]);
    expect(books.restatement(TUESDAY, 2)).toEqual([`TUESDAY001 order: ${TUESDAY} BR -> ${MONDAY} BR`]);
    await books.reconcile(THURSDAY);
    const rows = adjustments(books, THURSDAY);
    const order = `${THURSDAY} of ${MONDAY} TUESDAY001`;
    expect(rows).toContain(`${order} order: ${TUESDAY} BR -> ${MONDAY} BR ${KNOWN}`);
    // Of the closed date nobody was shown it: its values are told, as no file of the date has them.
    expect(rows).toContain(`${order} requested_minor:  -> 20000 ${KNOWN}`);
    expect(rows.every((row) => row.startsWith(order))).toBe(true);
  });

  it('that never had an order gets none: the one that came is an adjustment, with all its values', async () => {
    const books = await reported(engine, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'LATECOMER1', tradeNo: '-922', at: `${MONDAY}T13:05:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    const order = `${THURSDAY} of ${MONDAY} LATECOMER1`;
    const [fresh] = publishedRows(await freshReports(engine, books, [MONDAY]), [MONDAY], 'orders');
    expect(adjustments(books, THURSDAY)).toEqual(
      [
        `order:  -> ${MONDAY} BR`,
        ...Object.entries(fresh!)
          .filter(([, value]) => value !== '')
          .map(([column, value]) => `${column}:  -> ${value}`),
      ]
        .sort()
        .map((change) => `${order} ${change} ${KNOWN}`),
    );
    expect(fresh!['trade_no']).toBe("'-922");
  });

  it('tells what changes of an order that came against what was told of it', async () => {
    const books = await reported(engine, TUESDAYS);
    await close(books, MONDAY);
    const paid = { orderNo: 'LATECOMER1', tradeNo: 'L1' };
    await books.feed(
      on(MONDAY, payInLine({ ...paid, at: `${MONDAY}T13:05:00Z` })),
      on(MONDAY, callbackLine({ ...paid, at: `${TUESDAY}T10:00:00Z` })),
    );
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    const first = adjustments(books, THURSDAY);
    const order = `${THURSDAY} of ${MONDAY} LATECOMER1`;
    expect(first).toContain(`${order} paid_minor:  -> 20000 ${KNOWN}`);
    expect(first).toContain(`${order} payment.paid_minor:  -> 20000 ${KNOWN}`);
    await books.feed(on(MONDAY, callbackLine({ ...paid, amount: '15000', at: `${TUESDAY}T11:00:00Z` })));
    await books.reconcile(THURSDAY, '2026-11-19T07:00:00Z');
    const second = adjustments(books, THURSDAY).slice(first.length);
    expect(second).toContain(`${order} paid_minor: 20000 -> 15000 at 2026-11-19T07:00:00Z`);
    expect(second).toContain(`${order} payment.paid_minor: 20000 -> 15000 at 2026-11-19T07:00:00Z`);
    expect(second.filter((row) => row.includes(' order: ') || row.includes(' payment: '))).toEqual([]);
  });

  it('that was closed before it was reported tells an order that changes with all its values', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const paid = { orderNo: 'WEDNESDAY1', tradeNo: 'W1' };
    await books.feed(on(WEDNESDAY, payInLine({ ...paid, at: `${WEDNESDAY}T13:05:00Z` })));
    await books.reconcile(TUESDAY, AFTER[WEDNESDAY]);
    await close(books, WEDNESDAY, { force: true });
    await books.reconcile(THURSDAY, '2026-11-19T07:00:00Z');
    expect(adjustments(books, THURSDAY)).toEqual([]);
    await books.feed(on(WEDNESDAY, callbackLine({ ...paid, at: `${THURSDAY}T07:10:00Z` })));
    await books.reconcile(THURSDAY, '2026-11-19T08:00:00Z');
    const order = `${THURSDAY} of ${WEDNESDAY} WEDNESDAY1`;
    const known = 'at 2026-11-19T08:00:00Z';
    const rows = adjustments(books, THURSDAY);
    expect(rows).toContain(`${order} order:  -> ${WEDNESDAY} BR ${known}`);
    expect(rows).toContain(`${order} requested_minor:  -> 20000 ${known}`);
    expect(rows).toContain(`${order} paid_minor:  -> 20000 ${known}`);
  });

  it('of payments stays too: a payment of an order of an open date is told by itself', async () => {
    // Requested two minutes after midnight, and by the service's clock paid before it.
    const midnight = payInLine({ orderNo: 'MIDNIGHT01', tradeNo: 'N1', at: `${TUESDAY}T03:02:00Z` });
    const books = await reported(engine, MONDAYS, on(TUESDAY, midnight).replaceAll('T10:05:', 'T00:02:'));
    await close(books, MONDAY);
    const before = monday(books);
    const paid = callbackLine({ orderNo: 'MIDNIGHT01', tradeNo: 'N1', at: `${TUESDAY}T10:00:00Z` });
    await books.feed(on(MONDAY, paid).replaceAll('T10:06:', 'T23:59:'));
    await books.reconcile(WEDNESDAY);
    expect(monday(books)).toEqual(before);
    expect(books.restatement(TUESDAY, 2)).toContain('MIDNIGHT01 payments: 0 -> 1');
    await books.reconcile(THURSDAY);
    const rows = adjustments(books, THURSDAY);
    const payment = `${THURSDAY} of ${TUESDAY} MIDNIGHT01 payment`;
    expect(rows.every((row) => row.startsWith(payment))).toBe(true);
    expect(rows).toContain(`${payment}:  -> ${MONDAY} BR ${KNOWN}`);
    expect(rows).toContain(`${payment}.paid_minor:  -> 20000 ${KNOWN}`);
    expect(rows).toContain(`${payment}.paid_date:  -> ${MONDAY} ${KNOWN}`);
  });

  it('tells a payment with all its values too where its order has them told', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(
      on(MONDAY, callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${TUESDAY}T10:00:00Z` })),
    );
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    expect(adjustments(books, THURSDAY).filter(isOfPayment)).toEqual([
      `${MONDAY_ORDER} payment:  -> ${MONDAY} BR ${KNOWN}`,
      ...[
        `business_date:  -> ${MONDAY}`,
        'currency:  -> BRL',
        'merchant_id:  -> M0001',
        'order_no:  -> MONDAY0001',
        'outcome:  -> MATCHED',
        'paid_amount:  -> 200.00',
        `paid_at_local:  -> ${MONDAY}T10:06:00-03:00`,
        `paid_at_utc:  -> ${MONDAY}T13:06:00Z`,
        `paid_date:  -> ${MONDAY}`,
        'paid_minor:  -> 20000',
        'payment_method:  -> PIX',
        `received_at_utc:  -> ${TUESDAY}T10:00:00Z`,
        'region:  -> BR',
        'trade_no:  -> M1',
      ].map((value) => `${MONDAY_ORDER} payment.${value} ${KNOWN}`),
    ]);
  });

  it('tells a payment that moves to another closed date once, with what it was and is', async () => {
    const paid = { orderNo: 'MONDAY0001', tradeNo: 'M1' };
    const early = on(MONDAY, callbackLine({ ...paid, at: `${MONDAY}T14:00:00Z` }));
    const books = await reported(engine, MONDAYS, early, TUESDAYS);
    await close(books, TUESDAY);
    await books.feed(on(TUESDAY, callbackLine({ ...paid, at: `${WEDNESDAY}T10:00:00Z` })));
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    const payment = `${MONDAY_ORDER} payment`;
    const rows = adjustments(books, THURSDAY).filter(isOfPayment);
    expect(rows).toContain(`${payment}: ${MONDAY} BR -> ${TUESDAY} BR ${KNOWN}`);
    expect(rows).toContain(`${payment}.paid_date: ${MONDAY} -> ${TUESDAY} ${KNOWN}`);
    expect(rows).toContain(`${payment}.paid_minor: 20000 -> 20000 ${KNOWN}`);
    expect(rows.filter((row) => row.includes('payment.paid_minor'))).toHaveLength(1);
  });

  it('is a matter of its region', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await closePeriod(books.store, SETTINGS, { ...decision(MONDAY), regions: ['EG'] });
    await books.feed(LATE);
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([`${MONDAY} v2 new`, `${WEDNESDAY} v1 new`]);
    await books.reconcile(THURSDAY);
    expect(adjustments(books, THURSDAY)).toEqual([]);
    await books.store.session(async (session) => {
      expect(await closedThrough(session, 'EG')).toBe(MONDAY);
      expect(await closedThrough(session, 'BR')).toBeUndefined();
    });
  });

  it('tells nothing that only an earlier as-of shows otherwise', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS, LATE);
    await books.reconcile(MONDAY, '2026-11-18T12:00:00Z');
    await close(books, MONDAY);
    await books.reconcile(TUESDAY, '2026-11-18T06:00:01Z');
    await books.reconcile(THURSDAY);
    expect(adjustments(books, THURSDAY)).toEqual([]);
  });
});
