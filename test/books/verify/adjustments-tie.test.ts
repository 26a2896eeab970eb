/** Whether the adjustments of closed dates are what changed of them is proved, and what is wrong with them is named. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { publish, SETTINGS } from '../../export/books.ts';
import { lines } from '../../ingest/reading.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { SETTINGS as STATED } from '../order/stated-books.ts';
import { close, reopen, withdrawn } from '../periods/closed-books.ts';
import { paidAsPublished } from '../periods/moved-payments.ts';
import { purgeBefore } from '../periods/purged-books.ts';
import { closed, HEAD, TYPED_HEAD } from '../periods/stated-periods.ts';
import {
  type Books,
  LATE,
  MONDAY,
  MONDAYS,
  on,
  reported,
  THURSDAY,
  TUESDAY,
  TUESDAYS,
  WEDNESDAY,
} from '../run/reported-books.ts';

const DATES = [MONDAY, TUESDAY, WEDNESDAY] as const;
const SECOND = on(MONDAY, payInLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', at: `${MONDAY}T14:05:00Z` }));
const PAID_LATER = on(
  MONDAY,
  callbackLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', amount: '15000', at: `${WEDNESDAY}T11:00:00Z` }),
);

async function found({ store, out }: Pick<Books, 'store' | 'out'>, settings = SETTINGS): Promise<string[]> {
  const deviations = deviationsOf(await verify(store, settings, { dates: [...DATES], out }));
  return deviations
    .filter(({ what }) => what.startsWith('adjustments of '))
    .map(({ what, expected, actual }) => `${what}: ${expected}, not ${actual}`);
}

/** Monday is closed; then it becomes known that both of its orders were paid, one of them less than requested. */
async function adjusted(engine: Engine): Promise<Books> {
  const books = await reported(engine, MONDAYS, SECOND);
  await close(books, MONDAY);
  await books.feed(LATE, PAID_LATER);
  await books.reconcile(WEDNESDAY);
  return books;
}

function change({ store }: Books, statement: string): Promise<unknown> {
  return store.exclusively(() => store.session(({ db }) => sql.raw(statement).execute(db)));
}

onEngines('the adjustments of a closed date', (engine) => {
  it('are what changed of it', async () => {
    const books = await adjusted(engine);
    expect(await found(books)).toEqual([]);
    // They count, so that the proof is of something.
    await change(books, `delete from adjustments`);
    expect(await found(books)).toEqual([
      'adjustments of payment.paid_minor on all closed dates BR: 35000, not 0',
      `adjustments of difference_minor on ${MONDAY} BR: -5000, not 0`,
      `adjustments of paid_minor on ${MONDAY} BR: 35000, not 0`,
      `adjustments of payments on ${MONDAY} BR: 2, not 0`,
    ]);
  });

  it('are named where one was changed, with what ties again', async () => {
    const books = await adjusted(engine);
    await change(
      books,
      `update adjustments set current = '90000' where order_no = 'MONDAY0001' and field like '%paid_minor'`,
    );
    expect(await found(books)).toEqual([
      'adjustments of payment.paid_minor on all closed dates BR: 35000, not 105000',
      `adjustments of paid_minor on ${MONDAY} BR: 35000, not 105000`,
    ]);
    await reopen(books, MONDAY);
    await publish(books.store, books.out, '2026-11-19T08:00:00Z', {
      dates: [MONDAY, WEDNESDAY],
      region: 'BR',
    });
    await close(books, MONDAY);
    expect(await found(books)).toEqual([]);
  });

  it.each([
    ['paid_minor', '20000.0', 'whole numbers'],
    ['paid_minor', '9'.repeat(200_000), 'whole numbers'],
    ['payments', 'x', 'whole numbers'],
    ['payment.paid_minor', '1e4', 'whole numbers'],
    ['payment.paid_date', '2026-13-01', 'dates'],
    ['payment.paid_date', 'yesterday', 'dates'],
  ])('are named where the %s of one has no such value', async (field, text, expected) => {
    const books = await adjusted(engine);
    await change(
      books,
      `update adjustments set current = '${text}' where order_no = 'MONDAY0001' and field = '${field}'`,
    );
    const { out, store } = books;
    const deviations = deviationsOf(await verify(store, SETTINGS, { dates: [...DATES], out }));
    expect(deviations).toContainEqual({
      where: 'store',
      what: expect.stringMatching(`^adjustment by run \\d+ of ${field} on ${MONDAY} BR of order MONDAY0001`),
      expected,
      actual: expect.stringContaining(`"${text.slice(0, 100)}"`),
    });
  });

  it('are not missed before a run of the region reports them', async () => {
    const books = await reported(engine, MONDAYS, SECOND);
    await close(books, MONDAY);
    await books.feed(LATE);
    await publish(books.store, books.out, '2026-11-19T06:30:00Z', { dates: [WEDNESDAY], region: 'EG' });
    expect(await found(books)).toEqual([]);
    await change(books, `delete from changed_dates`);
    expect(await found(books)).toEqual([
      'adjustments of payment.paid_minor on all closed dates BR: 20000, not 0',
      `adjustments of paid_minor on ${MONDAY} BR: 20000, not 0`,
      `adjustments of payments on ${MONDAY} BR: 1, not 0`,
    ]);
  });

  it('are in a new version of a date that is open again, also where it shows what the one before did', async () => {
    const books = await reported(engine, MONDAYS);
    await close(books, MONDAY);
    await books.feed(LATE);
    await books.reconcile(WEDNESDAY);
    await reopen(books, MONDAY);
    await withdrawn(books, '2.ndjson', '2026-11-19T07:00:00Z');
    await publish(books.store, books.out, '2026-11-19T08:00:00Z', {
      dates: [MONDAY, WEDNESDAY],
      region: 'BR',
    });
    await close(books, MONDAY);
    expect(await found(books)).toEqual([]);
    expect(paidAsPublished(books.out)).toBe(0);
  });

  it('are mended by a new version where one was lost that took another back', async () => {
    const books = await reported(engine, MONDAYS);
    await close(books, MONDAY);
    await books.feed(LATE);
    await books.reconcile(WEDNESDAY);
    await withdrawn(books, '2.ndjson', '2026-11-19T07:00:00Z');
    await publish(books.store, books.out, '2026-11-19T08:00:00Z', { dates: [WEDNESDAY], region: 'BR' });
    expect(await found(books)).toEqual([]);
    await change(books, `delete from adjustments where run_id = (select max(run_id) from adjustments)`);
    expect(await found(books)).toHaveLength(3);
    await reopen(books, MONDAY);
    await publish(books.store, books.out, '2026-11-19T09:00:00Z', {
      dates: [MONDAY, WEDNESDAY],
      region: 'BR',
    });
    await close(books, MONDAY);
    expect(await found(books)).toEqual([]);
    expect(paidAsPublished(books.out)).toBe(0);
  });

  it('are not missed of orders that were purged, of which a later version keeps a row', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.reconcile(WEDNESDAY);
    await close(books, MONDAY);
    await books.feed(
      on(MONDAY, callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${MONDAY}T14:00:00Z` })),
    );
    await publish(books.store, books.out, '2026-11-20T06:00:00Z', { dates: [THURSDAY], region: 'BR' });
    expect(await found(books)).toEqual([]);
    await purgeBefore(books.store, WEDNESDAY, { at: '2026-11-30T12:00:00Z' });
    expect(await found(books)).toEqual([]);
  });

  it('have what was refunded of a payout', async () => {
    const made = await closed(engine);
    const refund = `R2,refund,paid,ELSEWHERE1,X1,M0001,50,0,-50,${MONDAY} 11:00:00,${MONDAY},PO-1`;
    await made.read('portal-2.csv', lines(TYPED_HEAD, refund), '2026-11-19T07:00:00Z');
    await made.reconcile([WEDNESDAY, THURSDAY], '2026-11-20T08:00:00Z');
    expect(await found(made, STATED)).toEqual([]);
    await made.store.session(({ db }) =>
      sql`update adjustments set current = '5001' where field = 'payout.refunds_minor'`.execute(db),
    );
    expect(await found(made, STATED)).toEqual([
      `adjustments of payout.refunds_minor on ${MONDAY} BR: 5000, not 5001`,
    ]);
  });

  it('take back what the last statement said, once it is withdrawn', async () => {
    const row = `R1,MONDAY0001,M1,M0001,200,1,199,${MONDAY} 10:00:00,${MONDAY},PO-1`;
    const made = await closed(engine, lines(HEAD, row));
    await withdrawn(made, 'portal-1.csv', '2026-11-19T08:00:00Z', STATED);
    await made.reconcile([WEDNESDAY, THURSDAY], '2026-11-20T08:00:00Z');
    expect(await found(made, STATED)).toEqual([]);
    const taken = made
      .rows(THURSDAY, 'adjustments')
      .map((one) => `${one['field']}: ${one['previous']} -> ${one['current']}`);
    expect(taken).toEqual(
      expect.arrayContaining([
        'stated_minor: 20000 -> ',
        'fee_minor: 100 -> ',
        'payout.net_minor: 19900 -> ',
      ]),
    );
  });
});
