/** Periods that are closed: what was reported stays, and what becomes known is told by the date on which it does. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePeriod } from '../../src/operate/close-period.ts';
import { closedThrough } from '../../src/operate/closing.ts';
import { verify } from '../../src/operate/verify/verify.ts';
import { deviationsOf } from '../../src/operate/verify/verify-text.ts';
import { bytesBelow, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { adjustments, close, decision } from './closed-books.ts';
import {
  AFTER,
  type Books,
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

/** Every file of Monday's folder, and where latest leads by what it holds. */
function monday({ out }: Books): Record<string, string> {
  return bytesBelow(join(out, MONDAY));
}

const KNOWN = `at ${AFTER[WEDNESDAY]}`;
const MONDAY_ORDER = `${WEDNESDAY} of ${MONDAY} MONDAY0001`;

onEngines('a closed date', (engine) => {
  it('stays as it was reported, byte for byte, and the date on which it became known says what changed', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    const before = monday(books);
    await books.feed(LATE);
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([`${WEDNESDAY} v1 new`]);
    expect(monday(books)).toEqual(before);
    expect(adjustments(books, WEDNESDAY)).toEqual([
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
    const verified = await verify(books.store, SETTINGS, { dates: [MONDAY, WEDNESDAY], out: books.out });
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
    // Tuesday is the first open date: there it became known.
    expect(told(asked)).toEqual([`${MONDAY} v1 closed`, `${TUESDAY} v2 new`]);
    expect(asked.summaries.map(({ outcomes }) => outcomes.map(({ outcome }) => outcome))).toEqual([
      ['STUCK'],
    ]);
    expect(adjustments(books, TUESDAY)).toContain(
      `${TUESDAY} of ${MONDAY} MONDAY0001 outcome: STUCK -> MATCHED ${KNOWN}`,
    );
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
    await books.reconcile(WEDNESDAY);
    const first = adjustments(books, WEDNESDAY);
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-19T06:00:01Z'))).toEqual([
      `${WEDNESDAY} v1 unchanged`,
    ]);
    const again = callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M2', at: `${WEDNESDAY}T11:00:00Z` });
    await books.feed(on(MONDAY, again));
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-19T07:00:00Z'))).toEqual([`${WEDNESDAY} v2 new`]);
    const second = adjustments(books, WEDNESDAY);
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second.slice(first.length)).toContain(`${MONDAY_ORDER} payments: 1 -> 2 at 2026-11-19T07:00:00Z`);
    expect(adjustments(books, WEDNESDAY, 'v1')).toEqual(first);
  });

  it('makes a new version of an open date of which only the adjustments came', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.reconcile(WEDNESDAY);
    const facts = (version: string) => {
      const {
        'adjustments.csv': _,
        'manifest.json': __,
        ...same
      } = bytesBelow(join(books.out, WEDNESDAY, 'BR', version));
      return same;
    };
    // After the horizon, by time alone: STUCK to EXPIRED.
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-24T00:00:00Z'))).toEqual([`${WEDNESDAY} v2 new`]);
    expect(adjustments(books, WEDNESDAY)).toEqual([
      `${MONDAY_ORDER} findings: CONTRACT_VIOLATION STUCK_PROCESSING -> CONTRACT_VIOLATION at 2026-11-24T00:00:00Z`,
      `${MONDAY_ORDER} outcome: STUCK -> EXPIRED at 2026-11-24T00:00:00Z`,
    ]);
    expect(facts('v2')['orders.csv']).toBe(facts('v1')['orders.csv']);
    expect(facts('v2')['payments.csv']).toBe(facts('v1')['payments.csv']);
    expect(told(await books.reconcile(WEDNESDAY, '2026-11-24T00:00:01Z'))).toEqual([
      `${WEDNESDAY} v2 unchanged`,
    ]);
  });

  it('and an open one tell an order that moves between them each in its way', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'TUESDAY001', tradeNo: 'U1', at: `${MONDAY}T13:05:00Z` })),
    );
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([`${TUESDAY} v2 new`, `${WEDNESDAY} v1 new`]);
    expect(books.restatement(TUESDAY, 2)).toEqual([`TUESDAY001 order: ${TUESDAY} BR -> ${MONDAY} BR`]);
    expect(adjustments(books, WEDNESDAY)).toEqual([
      `${WEDNESDAY} of ${MONDAY} TUESDAY001 order: ${TUESDAY} BR -> ${MONDAY} BR ${KNOWN}`,
    ]);
  });

  it('that never had an order gets none: the one that came is an adjustment', async () => {
    const books = await reported(engine, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'LATECOMER1', tradeNo: 'L1', at: `${MONDAY}T13:05:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    expect(adjustments(books, WEDNESDAY)).toEqual([
      `${WEDNESDAY} of ${MONDAY} LATECOMER1 order:  -> ${MONDAY} BR ${KNOWN}`,
    ]);
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
    expect(adjustments(books, WEDNESDAY)).toEqual([
      `${WEDNESDAY} of ${TUESDAY} MIDNIGHT01 payment:  -> ${MONDAY} BR ${KNOWN}`,
    ]);
  });

  it('is a matter of its region', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await closePeriod(books.store, SETTINGS, { ...decision(MONDAY), regions: ['EG'] });
    await books.feed(LATE);
    expect(told(await books.reconcile(WEDNESDAY))).toEqual([`${MONDAY} v2 new`, `${WEDNESDAY} v1 new`]);
    expect(adjustments(books, WEDNESDAY)).toEqual([]);
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
    await books.reconcile(WEDNESDAY);
    expect(adjustments(books, WEDNESDAY)).toEqual([]);
  });
});
