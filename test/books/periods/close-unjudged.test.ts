/** Records that no run has judged keep the dates open that they change, whenever they were received. */
import { expect, it } from 'vitest';
import { instant } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import {
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
import { close } from './closed-books.ts';

/** A callback about Monday's order that was paid and received on later dates. */
const callbackOf = (paid: string, received: string) =>
  callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: received })
    .replace('2026-11-19T10:06:00-03:00', paid)
    .replace('2026-11-19T10:06:01-03:00', paid);

const WEDNESDAY_NOON = `${WEDNESDAY}T12:00:00-03:00`;
const THURSDAY_NIGHT = `${THURSDAY}T09:00:00Z`;
const unread = (date: string) => ({ region: 'BR', date, kind: 'unread' });

onEngines('to close a date', (engine) => {
  async function notReady(through: string, ...unjudged: string[]) {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(...unjudged);
    const at = instant(`${THURSDAY}T15:00:00Z`);
    return (await close(books, through, { force: true, dryRun: true, at })).notReady;
  }

  it('is refused while a late callback of its order is stored and unjudged', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(LATE);
    await expect(close(books, TUESDAY)).rejects.toMatchObject({
      code: 'CLOSING_NOT_READY',
      detail: { found: [`${MONDAY} BR has records that no run has processed`] },
    });
    await books.reconcile(WEDNESDAY);
    expect(await close(books, TUESDAY)).toMatchObject({ notReady: [] });
  });

  it('counts the date on which a callback completed, unless that is impossible', async () => {
    const unknown = (received: string) =>
      callbackOf(WEDNESDAY_NOON, received).replace('MONDAY0001', 'UNKNOWN001');
    expect(await notReady(WEDNESDAY, unknown(THURSDAY_NIGHT))).toEqual([unread(WEDNESDAY)]);
    const early = unknown(`${TUESDAY}T09:00:00Z`);
    expect(await notReady(WEDNESDAY, early)).toEqual([unread(TUESDAY)]);
  });

  it('counts the date of the order of a callback and of a further request', async () => {
    const paid = callbackOf(`${THURSDAY}T05:00:00-03:00`, THURSDAY_NIGHT);
    expect(await notReady(WEDNESDAY, paid)).toEqual([unread(MONDAY)]);
    const again = payInLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', amount: '7', at: THURSDAY_NIGHT });
    expect(await notReady(WEDNESDAY, again)).toEqual([unread(MONDAY)]);
  });

  it('counts what was received after the as-of of the newest run', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS, LATE);
    // Known to the run by its source, but received four hours after its as-of.
    await books.reconcile(TUESDAY, `${WEDNESDAY}T06:30:00Z`);
    expect((await close(books, TUESDAY, { force: true, dryRun: true })).notReady).toEqual([unread(MONDAY)]);
    await books.reconcile(TUESDAY, `${WEDNESDAY}T11:00:00Z`);
    expect((await close(books, TUESDAY, { dryRun: true })).notReady).toEqual([]);
  });

  it('counts records that a duplicate changed: the spelling of an amount, and a rule that only it breaks', async () => {
    const order = { orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${MONDAY}T13:05:00Z` };
    const spelled = on(MONDAY, payInLine({ ...order, amount: '2.0e4' }));
    expect(spelled).not.toBe(MONDAYS);
    expect(await notReady(TUESDAY, spelled)).toEqual([unread(MONDAY)]);
    const broken = MONDAYS.replace('"purpose":"Order",', '');
    expect(await notReady(TUESDAY, broken)).toEqual([unread(MONDAY)]);
    expect(await notReady(TUESDAY, MONDAYS)).toEqual([]);
  });

  it('counts the dates of the payments of an order, also where that of the order is closed', async () => {
    const paid = callbackOf(`${TUESDAY}T09:00:00-03:00`, `${TUESDAY}T12:00:01Z`);
    const books = await reported(engine, MONDAYS, TUESDAYS, paid);
    await books.reconcile(WEDNESDAY);
    await close(books, MONDAY);
    await books.feed(callbackOf(`${THURSDAY}T05:00:00-03:00`, THURSDAY_NIGHT));
    const at = instant(`${THURSDAY}T15:00:00Z`);
    const { notReady } = await close(books, WEDNESDAY, { force: true, dryRun: true, at });
    expect(notReady).toEqual([unread(TUESDAY)]);
  });

  it('does not wait for a callback of a time to come, which no run can judge', async () => {
    expect(await notReady(WEDNESDAY, callbackOf(WEDNESDAY_NOON, '2036-11-19T09:00:00Z'))).toEqual([]);
  });

  it('does not count callbacks of orders of dates that are closed', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(LATE);
    expect(await close(books, TUESDAY)).toMatchObject({ notReady: [] });
  });
});
