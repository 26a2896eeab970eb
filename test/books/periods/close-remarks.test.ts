/** What is said of closed dates although their reports stay: what may be missing of them, and their findings now. */
import { expect, it } from 'vitest';
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
  WEDNESDAY,
} from '../run/reported-books.ts';
import { close } from './closed-books.ts';

onEngines('a closed date', (engine) => {
  it('is named with what may be missing when it is closed, and by no later closing', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const missing = (date: string) =>
      expect.objectContaining({ date, region: 'BR', reason: expect.stringContaining('may be missing') });
    const tried = await close(books, TUESDAY, { dryRun: true });
    expect(tried.provisional).toEqual([missing(MONDAY), missing(TUESDAY)]);
    expect((await close(books, MONDAY)).provisional).toEqual([missing(MONDAY)]);
    expect((await close(books, TUESDAY)).provisional).toEqual([missing(TUESDAY)]);
  });

  it('is closed without a remark once later records have come and it was reported again', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    const order = { orderNo: 'WEDNESDAY1', tradeNo: 'W1', at: `${WEDNESDAY}T13:05:00Z` };
    await books.feed(on(WEDNESDAY, payInLine(order)), on(WEDNESDAY, callbackLine(order)));
    await books.reconcile(WEDNESDAY, AFTER[WEDNESDAY], { dates: [MONDAY, TUESDAY] });
    expect(await close(books, TUESDAY)).not.toHaveProperty('provisional');
  });

  it('has the findings that are open now, and the totals of its final version', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(LATE);
    const { summaries } = await books.reconcile(MONDAY, AFTER[WEDNESDAY]);
    expect(summaries.map(({ outcomes }) => outcomes.map(({ outcome }) => outcome))).toEqual([['STUCK']]);
    expect(summaries.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['LATE_CALLBACK', 'CONTRACT_VIOLATION'],
    ]);
  });
});
