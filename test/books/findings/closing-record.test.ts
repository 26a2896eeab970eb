/** The record that `findings show` names as what ended a finding. */
import { expect, it } from 'vitest';
import { ingest } from '../../../src/ingest/ingest.ts';
import { instant } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { takeBack } from '../withdraw/withdrawn-books.ts';
import { caseBooks, forged, lifeOf, MOMENTS, ORDER, payment } from './case-books.ts';

type Books = Awaited<ReturnType<typeof caseBooks>>;

const read = (books: Books, name: string, status: string, at: string) => {
  const text = lines(
    'row_id,type,status,order_no,merchant_id,gross,completed_at',
    `R1,payment,${status},${ORDER.order},${ORDER.merchant},123.45,2026-11-19 10:06:00`,
  );
  const paths = [write(temporaryFolder(), name, text)];
  return ingest(books.store, SETTINGS, { paths, readAt: instant(at) });
};

/** What ended each finding, oldest first. */
const endsOf = async (books: Books, code: string) =>
  (await lifeOf(books.store, code)).events
    .filter(({ what }) => what === 'closed by evidence' || what === 'expired with its order')
    .map(({ what, record }) => [what, record]);

onEngines('a finding that ended', (engine) => {
  it('names the row of a statement that ended it, also where its order has expired before', async () => {
    const books = await caseBooks(engine);
    await read(books, 'portal-1.csv', 'paid', MOMENTS.first);
    await books.publish(MOMENTS.first);
    await books.publish(MOMENTS.weekLater);
    expect((await lifeOf(books.store, 'PAID_IN_STATEMENT_ONLY')).state).toBe('open');
    await read(books, 'portal-2.csv', 'failed', '2026-11-28T13:00:00Z');
    await books.publish('2026-11-28T14:00:00Z');
    expect(await endsOf(books, 'PAID_IN_STATEMENT_ONLY')).toEqual([
      ['closed by evidence', expect.stringMatching(/portal-2\.csv:2$/)],
    ]);
    expect((await lifeOf(books.store, 'PAID_IN_STATEMENT_ONLY')).state).toBe('closed_by_evidence');
    expect(await endsOf(books, 'STUCK_PROCESSING')).toEqual([['expired with its order', null]]);
  });

  it('does not name a row of a statement, if its rule reads none', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    await books.feed('late.ndjson', [payment('12345', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await read(books, 'portal-1.csv', 'paid', MOMENTS.second);
    await books.publish(MOMENTS.second);
    expect(await endsOf(books, 'STUCK_PROCESSING')).toEqual([
      ['closed by evidence', expect.stringMatching(/late\.ndjson:1$/)],
    ]);
  });

  it('does not name a callback of another order that has the same tradeNo', async () => {
    const books = await caseBooks(engine);
    await books.publish(MOMENTS.first);
    const other = { orderNo: 'OTHER00001', tradeNo: 'T2' };
    const records = [
      payInLine(other),
      payment('12345', '2026-11-20T14:00:00Z'),
      callbackLine({ ...other, at: '2026-11-20T14:05:00Z' }),
    ];
    await books.feed('late.ndjson', records, MOMENTS.second);
    await books.publish(MOMENTS.second);
    expect(await endsOf(books, 'STUCK_PROCESSING')).toEqual([
      ['closed by evidence', expect.stringMatching(/late\.ndjson:2$/)],
    ]);
  });

  it('names no record that the run before knew already, where its evidence was withdrawn', async () => {
    const books = await caseBooks(engine);
    await books.feed('forged.ndjson', [forged('100', '2026-11-20T11:00:00Z')], MOMENTS.first);
    await books.publish(MOMENTS.first);
    await books.feed('late.ndjson', [payment('12345', '2026-11-20T14:00:00Z')], MOMENTS.second);
    await books.publish(MOMENTS.second);
    const at = instant(MOMENTS.third);
    await takeBack(books.store, books.out, 'forged.ndjson', { at, asOf: at });
    expect(await endsOf(books, 'UNVERIFIED_CALLBACK')).toEqual([['closed by evidence', null]]);
  });
});
