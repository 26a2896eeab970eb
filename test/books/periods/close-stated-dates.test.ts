/** Dates on which only a statement or the bank says something, when a period is closed. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { feed, instant } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { AFTER, MONDAY, MONDAYS, on, TUESDAY, WEDNESDAY } from '../run/reported-books.ts';
import { decision } from './closed-books.ts';

const HEAD = 'row_id,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id';
const BANK_HEAD = 'booked_on,amount,reference';
const READ_AT = `${WEDNESDAY}T05:00:00Z`;

/** Rows of no order: on Tuesday one without a payout, on Monday one of a payout that is settled on Wednesday. */
const ON_TUESDAY = [
  'portal-1.csv',
  lines(HEAD, `R1,ELSEWHERE1,X1,M0001,50,1,49,${TUESDAY} 11:00:00,,`),
] as const;
const TO_WEDNESDAY = [
  'portal-2.csv',
  lines(HEAD, `R2,ELSEWHERE2,X2,M0001,70,1,69,${MONDAY} 12:00:00,${WEDNESDAY},PO-2`),
] as const;
/** A row of the bank that no payout explains. */
const BOOKED = ['bank.csv', lines(BANK_HEAD, `${TUESDAY},5.55,TED 12345`)] as const;
/** Another gross of the row on Tuesday. */
const CORRECTED = ['portal-3.csv', ON_TUESDAY[1].replace(',50,1,49,', ',60,1,59,')] as const;

/** A second payment of Monday's order, of Monday too. */
const PAID_AGAIN = on(
  MONDAY,
  callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'PAIDAGAIN', at: `${MONDAY}T14:00:00Z` }),
);

/** Monday as it was reported, with an order. Nothing was logged on Tuesday and Wednesday. */
async function reported(engine: Engine) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  const reconcile = (dates: readonly string[], at: string) => {
    const asOf = instant(at);
    return reconcileDates(store, SETTINGS, { dates: [...dates], region: 'BR', asOf, startedAt: asOf, out });
  };
  await feed(store, join(folder, 'day.ndjson'), [MONDAYS, PAID_AGAIN], `${TUESDAY}T05:00:00Z`);
  await reconcile([MONDAY], AFTER[MONDAY]);
  return {
    reconcile,
    read: ([name, text]: readonly [string, string], readAt = READ_AT) =>
      ingest(store, SETTINGS, { paths: [write(folder, name, text)], readAt: instant(readAt) }),
    close: (through: string, more = {}) => closePeriod(store, SETTINGS, decision(through, more)),
    /** What stops it, as a dry run with --force says. */
    stops: async (through: string) => {
      const { notReady } = await closePeriod(
        store,
        SETTINGS,
        decision(through, { force: true, dryRun: true }),
      );
      return notReady.map(({ date, region, kind }) => `${date} ${region} ${kind}`);
    },
  };
}

onEngines('to close dates on which only statements say something', (engine) => {
  it.each([
    ['a row of a statement', ON_TUESDAY, TUESDAY, [TUESDAY]],
    ['a row of the bank', BOOKED, TUESDAY, [TUESDAY]],
    ['a payout', TO_WEDNESDAY, WEDNESDAY, [MONDAY, WEDNESDAY]],
  ] as const)('is refused until they are reported: %s', async (_name, file, through, unread) => {
    const books = await reported(engine);
    expect(await books.stops(through)).toEqual([]);
    await books.read(file);
    expect(await books.stops(through)).toEqual(unread.map((date) => `${date} BR unread`));
    await expect(books.close(through)).rejects.toMatchObject({ code: 'CLOSING_NOT_READY' });

    // Judged, and Monday restated, but the date itself is in no file.
    await books.reconcile([MONDAY], AFTER[WEDNESDAY]);
    expect(await books.stops(through)).toEqual([`${through} BR never`]);
    await expect(books.close(through)).rejects.toMatchObject({
      code: 'CLOSING_NOT_READY',
      detail: { found: [`${through} BR has orders or rows of statements and was never reported`] },
    });

    await books.reconcile([TUESDAY, WEDNESDAY], '2026-11-19T06:30:00Z');
    expect((await books.close(through)).notReady).toEqual([]);
  });

  it('is refused after a row was corrected, until that is reported too', async () => {
    const books = await reported(engine);
    await books.read(ON_TUESDAY);
    await books.reconcile([TUESDAY], '2026-11-19T07:00:00Z');
    expect(await books.stops(WEDNESDAY)).toEqual([]);
    await books.read(CORRECTED);
    expect(await books.stops(WEDNESDAY)).toEqual([`${TUESDAY} BR unread`]);
    expect(await books.stops(MONDAY)).toEqual([]);
    // A run of an earlier as-of judges it, and publishes nothing of it.
    await books.reconcile([MONDAY], AFTER[WEDNESDAY]);
    expect(await books.stops(WEDNESDAY)).toEqual([`${TUESDAY} BR changed`]);
    await books.reconcile([TUESDAY], '2026-11-19T08:00:00Z');
    expect((await books.close(WEDNESDAY)).notReady).toEqual([]);
  });

  it.each([
    ['number', 'MONDAY0001,,M0001'],
    ['number, and another merchant', 'MONDAY0001,,M0009'],
    ["response's tradeNo", ',M1,'],
    ["payment's tradeNo", 'ELSEWHERE1,PAIDAGAIN,M0001'],
  ])("is refused until a run has judged a later row with the order's %s", async (_name, key) => {
    const books = await reported(engine);
    const row = lines(HEAD, `R9,${key},200,1,199,${WEDNESDAY} 10:00:00,,`);
    await books.read(['portal-9.csv', row]);
    expect(await books.stops(MONDAY)).toEqual([`${MONDAY} BR unread`]);
    await expect(books.close(MONDAY)).rejects.toMatchObject({ code: 'CLOSING_NOT_READY' });
    await books.reconcile([MONDAY], AFTER[WEDNESDAY]);
    expect((await books.close(MONDAY)).notReady).toEqual([]);
    // Of a date that is closed.
    await books.read(['portal-10.csv', row.replace('R9', 'R10')]);
    expect(await books.stops(TUESDAY)).toEqual([]);
  });

  it('is refused until a run has judged a booking of an open date that may be of one of its payouts', async () => {
    const books = await reported(engine);
    const payout = lines(HEAD, `R1,MONDAY0001,M1,M0001,200,1,199,${MONDAY} 12:00:00,${MONDAY},PO-1`);
    await books.read(['portal-1.csv', payout]);
    await books.reconcile([MONDAY], AFTER[WEDNESDAY]);
    expect(await books.stops(MONDAY)).toEqual([]);
    await books.read(['bank.csv', lines(BANK_HEAD, `${WEDNESDAY},199.00,PAYOUT PO-1`)], AFTER[WEDNESDAY]);
    expect(await books.stops(MONDAY)).toEqual([`${MONDAY} BR unread`]);
    await books.reconcile([MONDAY], '2026-11-19T07:00:00Z');
    expect((await books.close(MONDAY)).notReady).toEqual([]);
  });

  it.each([
    ['of another order', 'ELSEWHERE1,X1,M0001', READ_AT],
    ['read at a time to come', 'MONDAY0001,M1,M0001', '2036-11-19T10:00:00Z'],
  ])('does not wait for a later row %s', async (_name, key, readAt) => {
    const books = await reported(engine);
    const row = lines(HEAD, `R9,${key},200,1,199,${WEDNESDAY} 10:00:00,,`);
    await books.read(['portal-9.csv', row], readAt);
    expect(await books.stops(TUESDAY)).toEqual([]);
  });

  it('is not refused for a date that has nothing any more', async () => {
    const books = await reported(engine);
    await books.read(ON_TUESDAY);
    await books.reconcile([MONDAY], AFTER[TUESDAY]);
    expect(await books.stops(TUESDAY)).toEqual([`${TUESDAY} BR never`]);
    // The row was of Wednesday.
    await books.read(['portal-4.csv', ON_TUESDAY[1].replace(TUESDAY, WEDNESDAY)]);
    await books.reconcile([MONDAY], AFTER[WEDNESDAY]);
    expect(await books.stops(TUESDAY)).toEqual([]);
    expect(await books.stops(WEDNESDAY)).toEqual([`${WEDNESDAY} BR never`]);
  });
});
