/** Payments and orders that move between closed dates: what was published and the adjustments add up also after that. */
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { publish, SETTINGS } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import {
  type Books,
  MONDAY,
  MONDAYS,
  on,
  reported,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../run/reported-books.ts';
import { adjustmentsOf, sumOf } from './adds-up.ts';
import { adjustments, close, publishedRows, reopen, withdrawn } from './closed-books.ts';
import { paidAsPublished, paymentMoves } from './moved-payments.ts';

const FRIDAY = '2026-11-20';
const DATES = [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] as const;
/** The amounts of a payment before and after it moves. */
const AMOUNTS = [
  ['20000', '20000'],
  ['20000', '15000'],
] as const;

const paid = (day: string, received: string, amount = '20000', tradeNo: string | null = 'M1') => {
  const line = callbackLine({ orderNo: 'MONDAY0001', tradeNo, amount, at: received });
  return line.replaceAll('2026-11-19T', `${day}T`).replaceAll(/"tradeNo":null,?/g, '');
};

/** Reconciles dates of BR, or another region, as of a moment. */
function run({ store, out }: Books, asOf: string, dates: readonly string[], region = 'BR') {
  return publish(store, out, asOf, { dates: [...dates], region });
}

/** Every date is reconciled; only BR has folders that the sums are read from. */
const all = (books: Books, asOf: string) => run(books, asOf, DATES);

async function expectVerified(books: Books): Promise<void> {
  const verified = await verify(books.store, SETTINGS, { dates: [...DATES], out: books.out });
  expect(deviationsOf(verified)).toEqual([]);
}

/** Monday and Tuesday are closed; the payment was on Tuesday then, and a withdrawal has adjusted it back to Monday. */
async function broughtBack(engine: Engine): Promise<Books> {
  const books = await reported(engine, MONDAYS, paid(MONDAY, `${MONDAY}T14:00:00Z`));
  await books.feed(paid(TUESDAY, `${TUESDAY}T14:00:00Z`));
  await run(books, '2026-11-18T06:00:01Z', [MONDAY, TUESDAY]);
  await close(books, MONDAY);
  await close(books, TUESDAY);
  await withdrawn(books, '2.ndjson', '2026-11-19T05:00:00Z');
  await run(books, '2026-11-19T06:00:00Z', [WEDNESDAY, THURSDAY]);
  return books;
}

/** Monday and Tuesday are closed one after the other; the payment is on Monday. */
async function closedTwice(engine: Engine, ...lines: string[]): Promise<Books> {
  const books = await reported(engine, MONDAYS, ...lines);
  await close(books, MONDAY);
  await close(books, TUESDAY);
  return books;
}

onEngines('a payment that moves between closed dates', (engine) => {
  it('is taken out of the date it left, although runs of another region had it on an open date between', async () => {
    const books = await reported(
      engine,
      MONDAYS,
      paid(MONDAY, `${MONDAY}T14:00:00Z`),
      paid(TUESDAY, `${TUESDAY}T14:00:00Z`, '20000', null),
    );
    await close(books, TUESDAY);
    await books.feed(paid(WEDNESDAY, `${WEDNESDAY}T14:00:00Z`, '20000', null));
    await run(books, '2026-11-19T05:00:00Z', [WEDNESDAY], 'EG');
    await books.feed(paid(WEDNESDAY, `${WEDNESDAY}T15:00:00Z`, '20000', 'M2'));
    await run(books, '2026-11-19T05:30:00Z', [WEDNESDAY], 'EG');
    await all(books, '2026-11-20T06:00:00Z');
    expect(paymentMoves(books.out).filter((row) => row.includes(MONDAY))).toEqual([
      `${FRIDAY} payment: ${TUESDAY} BR -> ${MONDAY} BR`,
    ]);
    expect(paymentMoves(books.out)).toContain(`${FRIDAY} payment.paid_minor: 20000 -> 20000`);
    // M1, M2, and the notifications without a number.
    expect(paidAsPublished(books.out)).toBe(60000);
    await expectVerified(books);
  });

  it.each(AMOUNTS)(
    'counts once after the date it reached is reopened and closed again: %s, then %s',
    async (was, is) => {
      const books = await closedTwice(engine, paid(MONDAY, `${MONDAY}T14:00:00Z`, was));
      await books.feed(paid(TUESDAY, `${WEDNESDAY}T14:00:00Z`, is));
      await run(books, '2026-11-19T06:00:00Z', [WEDNESDAY, THURSDAY]);
      const moved = [
        `${THURSDAY} payment: ${MONDAY} BR -> ${TUESDAY} BR`,
        `${THURSDAY} payment.paid_minor: ${was} -> ${is}`,
      ];
      expect(paymentMoves(books.out)).toEqual(moved);
      expect(paidAsPublished(books.out)).toBe(Number(is));

      await reopen(books, TUESDAY);
      await all(books, '2026-11-20T06:00:00Z');
      const left = [
        `${FRIDAY} payment: ${MONDAY} BR -> ${TUESDAY} BR`,
        `${FRIDAY} payment.paid_minor: ${was} -> `,
      ];
      expect(publishedRows(books.out, [TUESDAY], 'payments')).toMatchObject([{ paid_minor: is }]);
      expect(paymentMoves(books.out)).toEqual([...moved, ...left]);
      expect(paidAsPublished(books.out)).toBe(Number(is));

      await close(books, TUESDAY);
      await all(books, '2026-11-20T07:00:00Z');
      expect(paymentMoves(books.out)).toEqual([...moved, ...left]);
      // It changes once more on the date that was closed again.
      await books.feed(paid(TUESDAY, `${FRIDAY}T07:10:00Z`, '12300'));
      await all(books, '2026-11-20T08:00:00Z');
      expect(paymentMoves(books.out).slice(4)).toEqual([`${FRIDAY} payment.paid_minor: ${is} -> 12300`]);
      expect(paidAsPublished(books.out)).toBe(12300);
      await expectVerified(books);
    },
  );

  it.each(AMOUNTS)(
    'counts once after the date it left is reopened and closed again: %s, then %s',
    async (is, was) => {
      const books = await reported(engine, MONDAYS, paid(MONDAY, `${MONDAY}T14:00:00Z`, is));
      await books.feed(paid(TUESDAY, `${TUESDAY}T14:00:00Z`, was));
      await run(books, '2026-11-18T06:00:01Z', [MONDAY, TUESDAY]);
      await close(books, MONDAY);
      await close(books, TUESDAY);
      await withdrawn(books, '2.ndjson', '2026-11-19T05:00:00Z');
      await run(books, '2026-11-19T06:00:00Z', [WEDNESDAY, THURSDAY]);
      expect(paymentMoves(books.out)).toContain(`${THURSDAY} payment: ${TUESDAY} BR -> ${MONDAY} BR`);
      expect(paidAsPublished(books.out)).toBe(Number(is));

      await reopen(books, TUESDAY);
      await all(books, '2026-11-20T06:00:00Z');
      const reached = [
        `${FRIDAY} payment: ${TUESDAY} BR -> ${MONDAY} BR`,
        `${FRIDAY} payment.paid_minor:  -> ${is}`,
      ];
      expect(publishedRows(books.out, [TUESDAY], 'payments')).toEqual([]);
      expect(paymentMoves(books.out).slice(2)).toEqual(reached);
      expect(paidAsPublished(books.out)).toBe(Number(is));

      await close(books, TUESDAY);
      await all(books, '2026-11-20T07:00:00Z');
      expect(paymentMoves(books.out).slice(2)).toEqual(reached);
      expect(paidAsPublished(books.out)).toBe(Number(is));
      await expectVerified(books);
    },
  );

  it('counts once also where it changed on the closed date before the other was reopened', async () => {
    const books = await broughtBack(engine);
    await books.feed(paid(MONDAY, `${WEDNESDAY}T14:00:00Z`, '15000'));
    await run(books, '2026-11-19T07:00:00Z', [THURSDAY]);
    expect(paidAsPublished(books.out)).toBe(15000);
    await expectVerified(books);
    await reopen(books, TUESDAY);
    await all(books, '2026-11-20T06:00:00Z');
    expect(paidAsPublished(books.out)).toBe(15000);
    await expectVerified(books);
  });

  it('counts once also where it left the closed date before the other was reopened', async () => {
    const books = await broughtBack(engine);
    await books.feed(paid(WEDNESDAY, `${WEDNESDAY}T14:00:00Z`));
    await all(books, '2026-11-19T07:00:00Z');
    expect(paidAsPublished(books.out)).toBe(20000);
    await reopen(books, TUESDAY);
    await all(books, '2026-11-20T06:00:00Z');
    expect(paidAsPublished(books.out)).toBe(20000);
    const told = paymentMoves(books.out);
    await close(books, TUESDAY);
    await books.feed(paid(WEDNESDAY, `${FRIDAY}T06:30:00Z`, '15000'));
    await all(books, '2026-11-20T07:00:00Z');
    expect(paymentMoves(books.out)).toEqual(told);
    expect(paidAsPublished(books.out)).toBe(15000);
    await expectVerified(books);
  });

  it('is adjusted as before where the date is closed again before a run', async () => {
    const books = await closedTwice(engine, paid(MONDAY, `${MONDAY}T14:00:00Z`));
    await books.feed(paid(TUESDAY, `${WEDNESDAY}T14:00:00Z`));
    await run(books, '2026-11-19T06:00:00Z', [WEDNESDAY, THURSDAY]);
    const moved = paymentMoves(books.out);
    await reopen(books, TUESDAY);
    await close(books, TUESDAY);
    await all(books, '2026-11-20T06:00:00Z');
    expect(paymentMoves(books.out)).toEqual(moved);
    expect(paidAsPublished(books.out)).toBe(20000);
    await expectVerified(books);
  });
});

onEngines('an order that moves between closed dates', (engine) => {
  it('is on one of them after the later one is reopened, and after that is closed again', async () => {
    const order = { orderNo: 'TUESDAY001', tradeNo: 'U1' };
    const books = await closedTwice(engine, on(TUESDAY, payInLine({ ...order, at: `${TUESDAY}T13:05:00Z` })));
    await books.feed(on(MONDAY, payInLine({ ...order, at: `${MONDAY}T13:05:00Z` })));
    await run(books, '2026-11-19T06:00:00Z', [WEDNESDAY, THURSDAY]);
    const requestedOn = (date: string) => {
      const rows = publishedRows(books.out, DATES.slice(0, 4), 'adjustments');
      const change = rows.filter((row) => row['business_date'] === date);
      const shown = publishedRows(books.out, [date], 'orders').map((row) => row['requested_minor']!);
      return { shown: sumOf(shown), change: sumOf(adjustmentsOf(change, 'requested_minor')) };
    };
    expect(requestedOn(MONDAY)).toEqual({ shown: 20000, change: 20000 });
    expect(requestedOn(TUESDAY)).toEqual({ shown: 20000, change: -20000 });

    await reopen(books, TUESDAY);
    await all(books, '2026-11-20T06:00:00Z');
    await close(books, TUESDAY);
    await withdrawn(books, '2.ndjson', '2026-11-20T07:00:00Z');
    const known = adjustments(books, THURSDAY);
    await all(books, '2026-11-20T07:00:00Z');
    expect(adjustments(books, THURSDAY)).toEqual(known);
    const again = adjustments(books, FRIDAY).filter((row) => row.includes('requested_minor'));
    expect(again).toEqual([
      `${FRIDAY} of ${MONDAY} TUESDAY001 requested_minor: 20000 ->  at 2026-11-20T07:00:00Z`,
      `${FRIDAY} of ${TUESDAY} TUESDAY001 requested_minor:  -> 20000 at 2026-11-20T07:00:00Z`,
    ]);
    await expectVerified(books);
  });
});
