/** What changes of dates that were reported: their next version says it, and the versions before stay as they were. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesBelow, publish, readCsv, states } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
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
