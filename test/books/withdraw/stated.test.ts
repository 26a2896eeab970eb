/** A statement that touches no order is taken back: its dates are published anew at once. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { withdrawText } from '../../../src/books/withdraw/withdraw-text.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { DATE, EVIDENCE, instant, MORNING, publish } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
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

  it('says of how many orders a file was evidence, and which dates change because of what it covered', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', EVIDENCE);
    const path = write(
      join(books.folder, 'logs'),
      'portal.csv',
      lines(
        'row_id,order_no,completed_at,gross',
        `R1,ELSEWHERE1,${DATE} 00:00:00,100`,
        `R2,ELSEWHERE2,${DATE} 23:59:59,100`,
      ),
    );
    await ingest(books.store, SETTINGS, { paths: [path], readAt: instant(MORNING) });
    await publish(books.store, books.out, MORNING);
    const missing = () =>
      books
        .file('orders')
        .filter((order) => order['findings']!.includes('NOT_IN_STATEMENT'))
        .map((order) => order['order_no']);
    expect(missing()).toEqual(['ORDER00001', 'ORDER00004']);
    const result = await books.withdraw('portal.csv', {}, SETTINGS);
    expect(missing()).toEqual([]);
    expect(withdrawText(result, false).split('\n').slice(1)).toEqual([
      'Took out 0 pay-in records and 0 callbacks.',
      'Took out 2 statement rows.',
      'Orders that this was evidence of: 0.',
      '',
      'Date        Region  Orders',
      `${DATE}  BR           2  reported, now v2`,
      '',
      expect.stringMatching(/^Audit entry 1\./),
    ]);
  });

  it('of a file counts its rows as read last when it is read again', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', EVIDENCE);
    const file = (name: string, gross: number, at: string) =>
      ingest(books.store, SETTINGS, {
        paths: [
          write(
            join(books.folder, 'logs'),
            name,
            lines(
              'row_id,order_no,trade_no,merchant_id,gross,completed_at',
              `R1,ELSEWHERE1,X1,M0001,${gross},${DATE} 10:00:00`,
            ),
          ),
        ],
        readAt: instant(at),
      });
    const gross = () => books.file('statement').map((row) => row['gross_minor']);
    await file('portal-1.csv', 100, MORNING);
    await file('portal-2.csv', 120, MORNING);
    await file('portal-3.csv', 130, MORNING);
    await publish(books.store, books.out, MORNING);
    expect(gross()).toEqual(['13000']);
    await books.withdraw('portal-3.csv', {}, SETTINGS);
    expect(gross()).toEqual(['12000']);
    await file('portal-3.csv', 130, '2026-11-20T16:00:00Z');
    // Between the others at first, and the last one from now on.
    await books.withdraw('portal-2.csv', { asOf: instant('2026-11-20T17:00:00Z') }, SETTINGS);
    await file('portal-2.csv', 120, '2026-11-20T18:00:00Z');
    await publish(books.store, books.out, '2026-11-20T19:00:00Z');
    expect(gross()).toEqual(['12000']);
  });

  it('counts what went back once, whichever of the statements of a row is taken back', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', [...EVIDENCE, callbackLine({ tradeNo: 'T1B' })]);
    const refund = (name: string, time: string, gross: number, at: string) =>
      ingest(books.store, SETTINGS, {
        paths: [
          write(
            join(books.folder, 'logs'),
            name,
            lines(
              'row_id,type,order_no,trade_no,merchant_id,gross,completed_at',
              `R1,refund,ORDER00001,T1B,M0001,${gross},${DATE} ${time}`,
            ),
          ),
        ],
        readAt: instant(at),
      });
    const owed = () =>
      books.file('roll-forward').map((row) => {
        const { owed_opening_minor, owed_new_minor, owed_returned_minor, owed_closing_minor } = row;
        return [owed_opening_minor, owed_new_minor, owed_returned_minor, owed_closing_minor].map(Number);
      });
    await refund('portal-1.csv', '10:00:00', 150, MORNING);
    await publish(books.store, books.out, MORNING);
    expect(owed()).toEqual([[0, 20000, 15000, 5000]]);
    await refund('portal-2.csv', '11:00:00', 120, '2026-11-20T13:00:00Z');
    await publish(books.store, books.out, '2026-11-20T14:00:00Z');
    expect(owed()).toEqual([[0, 20000, 12000, 8000]]);
    await books.withdraw('portal-2.csv', {}, SETTINGS);
    expect(owed()).toEqual([[0, 20000, 15000, 5000]]);
    expect(await books.deviations()).toEqual([]);

    // As versions before this one counted it: once with the withdrawal, and once with the run before.
    await books.store.session((session) =>
      session.script(`
        insert into owed_changes (run_id, date, region, merchant_id, currency, flow, orders, minor)
        select max(run_id), '${DATE}', 'BR', 'M0001', 'BRL', 'returned', 0, 3000 from runs`),
    );
    const wrong = {
      where: 'store',
      what: `returned to payers of M0001 on ${DATE} BR in BRL`,
      expected: '1 orders, 15000 minor units',
      actual: '1 orders, 18000 minor units',
    };
    expect(await books.deviations()).toContainEqual(wrong);
    const published = books.file('roll-forward');
    const at = instant('2026-11-20T15:00:00Z');
    await renormalise(books.store, SETTINGS, { asOf: at, startedAt: at, out: books.out });
    expect(await books.deviations()).not.toContainEqual(wrong);
    expect(books.file('roll-forward')).toEqual(published);
  });
});
