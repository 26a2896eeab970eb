/** A date of which only payouts, bank rows or rows of statements without an order changed is restated with their values. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { readChanges } from '../../../src/books/shown/date-versions.ts';
import { scopedVersion } from '../../../src/books/shown/version-scope.ts';
import { transaction } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { feed, instant, readCsv } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SETTINGS } from '../order/stated-books.ts';

const DATE = '2026-11-19';
const HEAD = 'row_id,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id';
const PORTAL = lines(HEAD, `R1,ORDER00001,T1,M0001,200,2,198,${DATE} 10:06:00,${DATE},PO-1`);
const BANK = lines('booked_on,amount,reference', '2026-11-20,197.00,PAYOUT PO-1');
const UNMATCHED = lines(HEAD, `R2,ELSEWHERE1,T9,M0001,50,1,49,${DATE} 11:00:00,,`);

/** Of an order that is known, which it does not change. */
const REFUND = lines(`${HEAD},type`, `R3,,T1,,4,0,-4,${DATE} 12:00:00,,,refund`);

onEngines('a date of which no order changed', (engine) => {
  it('says how many values of payouts and of unmatched rows changed, and lists them', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    const read = (name: string, text: string, at: string) =>
      ingest(store, SETTINGS, { paths: [write(folder, name, text)], readAt: instant(at) });
    const run = async (at: string) => {
      const asOf = instant(at);
      const result = await reconcileDates(store, SETTINGS, {
        ...{ dates: [DATE], region: 'BR', asOf, startedAt: asOf, out },
      });
      return reconcileText(result, { workingDirectory: out });
    };
    const changesOf = (version: number) =>
      store.session((session) =>
        transaction(session, async () =>
          readChanges(
            session,
            (await scopedVersion(session, SETTINGS, { date: DATE, region: 'BR', version }))!,
          ),
        ),
      );
    const listed = (version: string, report: string) =>
      readCsv(join(out, DATE, 'BR', version, `${report}.csv`)).map(
        ({ field, previous, current }) => `${field}: ${previous} -> ${current}`,
      );
    await feed(store, join(folder, 'day.ndjson'), [
      payInLine({ orderNo: 'ORDER00001', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'ORDER00001', tradeNo: 'T1' }),
    ]);
    await read('portal-1.csv', PORTAL, '2026-11-20T12:00:00Z');
    await run('2026-11-21T06:00:00Z');

    await read('bank.csv', BANK, '2026-11-21T10:00:00Z');
    expect(await run('2026-11-21T12:00:00Z')).toMatch(
      new RegExp(`^ +${DATE} +BR +v2 +6 changed values$`, 'm'),
    );
    expect(listed('v2', 'restatement')).toEqual([]);
    expect(listed('v2', 'payouts-restatement')).toEqual([
      ...['bank_amount:  -> 197.00', 'bank_minor:  -> 19700', 'bank_reference:  -> PAYOUT PO-1'],
      ...['booked_on:  -> 2026-11-20', 'difference_amount:  -> -1.00', 'difference_minor:  -> -100'],
    ]);
    expect((await changesOf(2)).fields).toContainEqual({
      ...{ report: 'payouts-restatement', field: 'bank_minor', rows: 1 },
    });

    await read('portal-2.csv', UNMATCHED, '2026-11-21T13:00:00Z');
    expect(await run('2026-11-21T14:00:00Z')).toMatch(
      new RegExp(`^ +${DATE} +BR +v3 +1 changed value$`, 'm'),
    );
    expect(listed('v3', 'statement-restatement')).toEqual([`statement:  -> ${DATE} BR`]);
    expect((await changesOf(3)).fields).toEqual([
      { report: 'statement-restatement', field: 'statement', rows: 1 },
    ]);

    await read('portal-3.csv', REFUND, '2026-11-21T15:00:00Z');
    expect(await run('2026-11-21T16:00:00Z')).toMatch(
      new RegExp(`^ +${DATE} +BR +v4 +1 changed value$`, 'm'),
    );
    const [refund] = readCsv(join(out, DATE, 'BR', 'v4', 'statement-restatement.csv'));
    expect(refund).toMatchObject({ order_no: 'ORDER00001', row_id: 'R3', field: 'statement' });
  });
});
