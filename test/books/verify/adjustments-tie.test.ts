/** Whether the adjustments of closed dates are what changed of them is proved, and what is wrong with them is named. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { publish, SETTINGS } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { close, reopen } from '../periods/closed-books.ts';
import {
  type Books,
  LATE,
  MONDAY,
  MONDAYS,
  on,
  reported,
  TUESDAY,
  WEDNESDAY,
} from '../run/reported-books.ts';

const DATES = [MONDAY, TUESDAY, WEDNESDAY] as const;
const SECOND = on(MONDAY, payInLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', at: `${MONDAY}T14:05:00Z` }));
const PAID_LATER = on(
  MONDAY,
  callbackLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', amount: '15000', at: `${WEDNESDAY}T11:00:00Z` }),
);

async function found({ store, out }: Books): Promise<string[]> {
  const deviations = deviationsOf(await verify(store, SETTINGS, { dates: [...DATES], out }));
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
});
