/** Versions that stay list purged orders as before: as owing money to the payer, and as paid in a statement only. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { bytesBelow, feed, instant, publish, readCsv, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { type Books, MONDAY, reported, TUESDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';
import { asked, deviations, ordersKept, paid, purgeBefore, threeDates } from './purged-books.ts';

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

const unsigned = (order: string) => paid(MONDAY, order, 'X1').replace('"verified":true', '"verified":false');

onEngines('a purge of orders with unverified callbacks', (engine) => {
  it.each([
    ['of an order without a request', [paid(MONDAY, 'ORPHAN0001', 'M4'), unsigned('ORPHAN0001')], []],
    [
      'whose request came later',
      [unsigned('MONDAY0001')],
      [asked(MONDAY, 'MONDAY0001', 'M1'), paid(MONDAY, 'MONDAY0001', 'M1')],
    ],
  ])('leaves rejected-records.csv as it was: %s', async (_title, lines, later) => {
    const books = await reported(engine, TUESDAYS);
    const read = (name: string, some: readonly string[], at: string) =>
      feed(books.store, join(books.out, `../logs/${name}.ndjson`), some, at);
    await read('first', lines, '2026-11-19T05:00:00Z');
    await books.reconcile(WEDNESDAY);
    await read('later', later, '2026-11-19T07:00:00Z');
    const folder = join(books.out, WEDNESDAY);
    const rejected = readCsv(join(folder, 'BR/v1/rejected-records.csv'));
    expect(rejected.map(({ reason }) => reason)).toEqual(['unverified']);
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    const before = bytesBelow(folder);
    const kept = await ordersKept(books.store);
    await purgeBefore(books.store, WEDNESDAY);
    expect(await deviations(books)).toEqual([]);
    expect(await ordersKept(books.store)).toEqual(kept);
    rmSync(folder, { recursive: true });
    await books.reconcile(WEDNESDAY, '2026-11-19T13:00:00Z');
    expect(bytesBelow(folder)).toEqual(before);
    // They go once the date of the version does that lists the callback.
    await purgeBefore(books.store, '2026-11-21', { at: '2026-11-30T12:00:00Z' });
    expect(await ordersKept(books.store)).toEqual(['TUESDAY001']);
  });

  it('leaves rejected-records.csv as it was: withdrawn since', async () => {
    const books = await reported(engine, TUESDAYS);
    const read = (name: string, line: string) =>
      feed(books.store, join(books.out, `../logs/${name}.ndjson`), [line], '2026-11-19T05:00:00Z');
    await read('signed', paid(MONDAY, 'ORPHAN0001', 'M4'));
    await read('unsigned', unsigned('ORPHAN0001'));
    await books.reconcile(WEDNESDAY);
    const at = instant('2026-11-19T09:00:00Z');
    const why = { who: 'ana', reason: 'wrong file', at, asOf: at, out: books.out };
    await withdraw(books.store, SETTINGS, { source: 'unsigned.ndjson', ...why });
    expect(await deviations(books)).toEqual([]);
    expect(await purgeBefore(books.store, WEDNESDAY)).toMatchObject({ dates: [] });
    expect(await deviations(books)).toEqual([]);
  });
});

/** All stretches of findings of Monday's orders, ended ones too. */
async function findingsOfMonday({ store }: Books): Promise<number> {
  const { rows } = await store.session(({ db }) =>
    sql<{ left: number }>`
      select count(*)::integer as left from finding_rows where business_date = ${MONDAY}::date`.execute(db),
  );
  return rows[0]!.left;
}

onEngines('a purge of orders that versions list', (engine) => {
  it('leaves their findings until the last of these versions goes', async () => {
    const books = await threeDates(engine);
    await purgeBefore(books.store, WEDNESDAY);
    expect(await findingsOfMonday(books)).toBeGreaterThan(0);
    await purgeBefore(books.store, '2026-11-25', { at: '2026-11-30T12:00:00Z' });
    expect(await findingsOfMonday(books)).toBe(0);
    expect(await deviations(books)).toEqual([]);
  });

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
    // What the purge ended is no change of the run after it.
    const changed = await books.store.session(({ db }) =>
      sql`
        select 'adjusted' as what, business_date::text as date from adjustments
        union all
        select 'changed', date::text from changed_dates
        where date <= ${MONDAY}::date and run_id = (select max(run_id) from runs)`.execute(db),
    );
    expect(changed.rows).toEqual([]);
  });
});
