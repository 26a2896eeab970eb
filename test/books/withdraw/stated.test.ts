/** A statement that touches no order is taken back: its dates are published anew at once. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withdrawText } from '../../../src/books/withdraw/withdraw-text.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { DATE, EVIDENCE, instant, MORNING, publish } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { ground } from './withdrawn-books.ts';

const stated = (row: number) =>
  lines(
    'row_id,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id',
    `R${row},ELSEWHERE${row},X${row},M0001,100,1,99,${DATE} 10:00:00,${DATE},PO-${row}`,
  );

onEngines('withdraw', (engine) => {
  it('publishes the dates of rows of statements and of payouts that belong to no order', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', EVIDENCE);
    for (const row of [1, 2]) {
      const path = write(join(books.folder, 'logs'), `portal-${row}.csv`, stated(row));
      await ingest(books.store, SETTINGS, { paths: [path], readAt: instant(MORNING) });
    }
    await publish(books.store, books.out, MORNING);
    const payouts = () => books.file('payouts').map((row) => row['payout_id']);
    expect(payouts()).toEqual(['PO-1', 'PO-2']);

    const would = await books.withdraw('portal-1.csv', { dryRun: true }, SETTINGS);
    expect(would.dates).toEqual([{ date: DATE, region: 'BR', orders: 0, reported: true }]);
    const result = await books.withdraw('portal-1.csv', {}, SETTINGS);
    expect(result).toMatchObject({ statements: 1, orders: 0, dates: would.dates });
    expect(withdrawText(result, false)).toMatch(new RegExp(`^${DATE} +BR +0 +reported, now v2$`, 'm'));
    expect(payouts()).toEqual(['PO-2']);
    expect(books.file('statement').map((row) => row['row_id'])).toEqual(['R2']);
    expect(await books.deviations()).toEqual([]);
  });
});
