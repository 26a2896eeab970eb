/** Versions that stay list purged orders as before: as owing money to the payer, and as paid in a statement only. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesBelow, feed, publish, readCsv } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { type Books, MONDAY, reported, TUESDAY, TUESDAYS } from '../run/reported-books.ts';
import { asked, deviations, paid, purgeBefore } from './purged-books.ts';

const DECEMBER = '2026-12-01';
const IN_DECEMBER = '2026-12-02T12:00:00Z';

const rowOf = (order: string, type = 'payment') =>
  `{"statement":{"merchant_id":"M0001","order_no":"${order}","type":"${type}","currency":"BRL","gross":"200.00",` +
  `"completed_at":"${MONDAY}T13:07:00Z"}}`;

/** An order that was paid twice and one that only a statement shows as paid, both of November, as of 1 December. */
async function listed(engine: Parameters<typeof reported>[0], late: readonly string[]): Promise<Books> {
  const books = await reported(
    engine,
    asked(MONDAY, 'OWED000001', 'M1'),
    ...['M1', 'M2'].map((trade) => paid(MONDAY, 'OWED000001', trade)),
    asked(MONDAY, 'MISSED0001', 'M3'),
    TUESDAYS,
  );
  const tell = (name: string, lines: readonly string[], at: string) =>
    feed(books.store, join(books.out, `../logs/${name}.ndjson`), lines, at);
  await tell('stated', [rowOf('MISSED0001')], '2026-12-02T05:00:00Z');
  await publish(books.store, books.out, '2026-12-02T06:00:00Z', { dates: [DECEMBER], region: 'BR' });
  await tell('late', late, '2026-12-02T07:00:00Z');
  await publish(books.store, books.out, '2026-12-02T08:00:00Z', { dates: [DECEMBER], region: 'BR' });
  return books;
}

const ordersOf = ({ out }: Books, report: string) =>
  readCsv(join(out, DECEMBER, 'BR/v1', `${report}.csv`)).map((one) => one['order_no']);

onEngines('a purge of orders that versions list', (engine) => {
  it.each([
    ['and one still is', [rowOf('OWED000001', 'refund')]],
    ['and one is settled since', [rowOf('OWED000001', 'refund'), paid(MONDAY, 'MISSED0001', 'M3')]],
  ])('leaves these lists as they were: of orders that were listed %s', async (_title, late) => {
    const books = await listed(engine, late);
    expect(ordersOf(books, 'refunds-due')).toEqual(['OWED000001']);
    expect(ordersOf(books, 'missed-payments')).toEqual(['MISSED0001']);
    const folder = join(books.out, DECEMBER);
    const before = bytesBelow(folder);
    const went = { dates: [{ date: MONDAY, orders: 2 }, { date: TUESDAY }], statementRows: 2 };
    expect(await purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER })).toMatchObject(went);
    expect(await deviations(books)).toEqual([]);
    rmSync(folder, { recursive: true });
    await publish(books.store, books.out, '2026-12-03T06:00:00Z', { dates: [DECEMBER], region: 'BR' });
    expect(bytesBelow(folder)).toEqual(before);
    expect(await deviations(books)).toEqual([]);
  });
});
