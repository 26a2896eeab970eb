/** Rows of statements and banks are purged with whole months, and stay as long as something that stays needs them. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { purge } from '../../../src/books/periods/purge.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { runSqlFile } from '../../../src/database/sql-file.ts';
import { feed, instant, publish, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { type Day, MONDAY, reported, THURSDAY, TUESDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';
import { adjustments } from './closed-books.ts';
import { asked, deviations, LATER, ordersKept, paid, purgeBefore, threeDates } from './purged-books.ts';

const DECEMBER = '2026-12-01';
const IN_DECEMBER = '2026-12-01T12:00:00Z';

onEngines('a purge of statements', (engine) => {
  it('takes out rows before the month of the limit of their region, and a day more, those of the bank a month', async () => {
    const books = await threeDates(engine);
    const stated = (region: string, currency: string, date: string) =>
      `{"statement":{"order_no":"${region} ${date}","currency":"${currency}","gross":"1.00","settled_on":"${date}"}}`;
    const booked = (currency: string, date: string) =>
      `{"bank":{"booked_on":"${date}","currency":"${currency}","amount":"1.00","reference":"PO-1"}}`;
    const lines = [
      ...['2026-10-30', '2026-10-31', WEDNESDAY].flatMap((date) => [
        stated('BR', 'BRL', date),
        stated('EG', 'EGP', date),
      ]),
      ...['2026-09-30', '2026-10-01', '2026-10-30', '2026-10-31'].flatMap((date) => [
        booked('BRL', date),
        booked('EGP', date),
      ]),
    ];
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), lines, '2026-11-19T07:30:00Z');
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    // The limit is 2026-11-30 in São Paulo and 2026-12-01 in Cairo.
    const at = instant('2026-12-01T23:00:00Z');
    const request = { limit: { days: 1 }, who: 'ana', reason: null, at };
    const purged = await purge(books.store, SETTINGS, request);
    expect(purged).toMatchObject({ statementRows: 4, bankRows: 4 });
    const kept = (query: ReturnType<typeof sql<{ row: string }>>) =>
      books.store.session(async ({ db }) => (await query.execute(db)).rows.map(({ row }) => row));
    const rows = ['BR 2026-10-31', `BR ${WEDNESDAY}`];
    expect(await kept(sql`select order_no as row from statements order by order_no`)).toEqual(rows);
    expect(await kept(sql`select order_no as row from statement_rows order by order_no`)).toEqual(rows);
    expect(
      await kept(sql`select region || ' ' || booked_on as row from bank_rows order by region, booked_on`),
    ).toEqual(['BR 2026-10-01', 'BR 2026-10-30', 'BR 2026-10-31', 'EG 2026-10-31']);
    const [again] = await feed(
      books.store,
      join(books.out, '../logs/again.ndjson'),
      lines.toReversed(),
      LATER,
    );
    expect(again).toMatchObject({ accepted: 0, duplicate: lines.length });
    expect(await deviations(books)).toEqual([]);
  });

  it('marks a date as purged of which only rows of statements go', async () => {
    const row = `{"statement":{"order_no":"NOBODYS001","type":"payment","currency":"BRL","gross":"1.00","settled_on":"${MONDAY}"}}`;
    const books = await reported(engine, TUESDAYS);
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), [row], `${TUESDAY}T07:30:00Z`);
    await books.reconcile(MONDAY, '2026-11-18T06:00:00Z');
    const result = await purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER });
    expect(result).toMatchObject({ dates: [], statementRows: 1 });
    expect(await deviations(books)).toEqual([]);
    const wanted = { dates: [MONDAY], regions: ['BR'], at: instant(LATER) };
    await expect(withScopes(books.store, SETTINGS, wanted, async () => undefined)).rejects.toMatchObject({
      code: 'VERSION_PURGED',
    });
  });

  it('keeps an order whose row of a statement stays, as it is settled later', async () => {
    const books = await reported(
      engine,
      ...['MONDAY0001', 'MONDAY0002'].flatMap((order) => [
        asked(MONDAY, order, `T${order}`),
        paid(MONDAY, order, `T${order}`),
      ]),
      TUESDAYS,
    );
    const settled = (order: string, date: string) =>
      `{"statement":{"order_no":"${order}","type":"payment","currency":"BRL","gross":"200.00",` +
      `"completed_at":"${MONDAY}T13:07:00Z","settled_on":"${date}"}}`;
    const rows = [settled('MONDAY0001', MONDAY), settled('MONDAY0002', '2026-11-30')];
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), rows, `${TUESDAY}T07:30:00Z`);
    await books.reconcile(WEDNESDAY);
    const purged = { dates: [{ date: MONDAY, orders: 1 }], statementRows: 1 };
    expect(await purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER })).toMatchObject(purged);
    expect(await ordersKept(books.store)).toEqual(['MONDAY0002', 'TUESDAY001']);
    expect(await deviations(books)).toEqual([]);
    await publish(books.store, books.out, '2026-12-02T06:00:00Z', { dates: [DECEMBER], region: 'BR' });
    expect(adjustments(books, DECEMBER)).toEqual([]);
    expect(await deviations(books)).toEqual([]);
  });

  it('takes whole months, as fees.csv of a date has the rows of its month', async () => {
    const books = await threeDates(engine);
    const row = `{"statement":{"order_no":"MONDAY0002","type":"payment","currency":"BRL","gross":"200.00","settled_on":"${MONDAY}"}}`;
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), [row], '2026-11-19T07:30:00Z');
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    const purged = { limits: [{ region: 'BR', before: '2026-11-01' }, {}, {}], dates: [], statementRows: 0 };
    expect(await purgeBefore(books.store, WEDNESDAY)).toMatchObject(purged);
    expect(await deviations(books)).toEqual([]);
  });

  it('keeps an order that owes money to its payer', async () => {
    const books = await reported(
      engine,
      asked(MONDAY, 'MONDAY0001', 'M1'),
      ...['M1', 'M2'].map((trade) => paid(MONDAY, 'MONDAY0001', trade)),
      TUESDAYS,
    );
    const row = (more: string) => `{"statement":{"currency":"BRL","gross":"200.00",${more}}}`;
    const paidRow = row(`"type":"payment","trade_no":"M1","settled_on":"${MONDAY}"`);
    const refund = row(`"type":"refund","trade_no":"M2","settled_on":"${TUESDAY}"`);
    const path = join(books.out, '../logs/stated.ndjson');
    await feed(books.store, path, [paidRow], '2026-11-18T07:30:00Z');
    await books.reconcile(WEDNESDAY);
    const purged = () => purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER });
    expect(await purged()).toMatchObject({ dates: [], statementRows: 0 });
    await feed(books.store, path, [paidRow, refund], '2026-11-19T07:30:00Z');
    await books.reconcile(THURSDAY);
    expect(await purged()).toMatchObject({ dates: [{ date: MONDAY, orders: 1 }], statementRows: 2 });
    expect(await deviations(books)).toEqual([]);
  });

  it('keeps a row that no run has judged, and the order that it names', async () => {
    const books = await reported(
      engine,
      asked(MONDAY, 'MONDAY0001', 'M1'),
      paid(MONDAY, 'MONDAY0001', 'M1'),
      TUESDAYS,
    );
    const row = `{"statement":{"trade_no":"M1","type":"refund","currency":"BRL","gross":"200.00","settled_on":"${MONDAY}"}}`;
    await books.feed(row);
    const result = await purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER });
    expect(result).toMatchObject({ dates: [], statementRows: 0 });
    expect(await ordersKept(books.store)).toContain('MONDAY0001');
  });

  it('leaves the sums of what was owed: neither a proof nor a run that counts them again misses what is gone', async () => {
    const twice = (date: Day, orderNo: string) => [
      asked(date, orderNo, `${orderNo}A`),
      ...['A', 'B'].map((trade) => paid(date, orderNo, `${orderNo}${trade}`)),
    ];
    const refund = (orderNo: string, gross: string, date: Day) =>
      `{"statement":{"type":"refund","order_no":"${orderNo}","merchant_id":"M0001","currency":"BRL","gross":"${gross}","completed_at":"${date}T15:00:00Z"}}`;
    const books = await reported(engine, ...twice(MONDAY, 'OWED000001'), ...twice(WEDNESDAY, 'OWED000002'));
    const rows = [refund('OWED000001', '200.00', MONDAY), refund('OWED000002', '70.00', WEDNESDAY)];
    await feed(books.store, join(books.out, '../logs/refunds.ndjson'), rows, '2026-11-19T07:30:00Z');
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    const owed = () =>
      books.store.session(async (session) => ({
        wrong: (await runSqlFile(session, 'proofs/160_owed.sql')).rows,
        sums: (
          await sql`
            select date, flow, sum(orders) as orders, sum(minor) as minor
            from owed_changes group by date, flow order by date, flow`.execute(session.db)
        ).rows.map((row) => Object.values(row as object).join(' ')),
      }));
    const before = await owed();
    expect(before).toEqual({
      wrong: [],
      sums: [
        `${MONDAY} owed 1 20000`,
        `${MONDAY} returned 1 20000`,
        `${WEDNESDAY} owed 1 20000`,
        `${WEDNESDAY} returned 1 7000`,
      ],
    });
    const purged = { dates: [{ date: MONDAY, orders: 1 }], statementRows: 1 };
    expect(await purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER })).toMatchObject(purged);
    const at = instant(IN_DECEMBER);
    expect(await owed()).toEqual(before);
    await renormalise(books.store, SETTINGS, { asOf: at, startedAt: at, out: books.out });
    expect(await owed()).toEqual(before);
  });

  it('goes on summing what is owed when the last row of a bank is gone', async () => {
    const books = await reported(engine, asked(MONDAY, 'MONDAY0001', 'M1'), TUESDAYS);
    const twice = (date: Day, orderNo: string) => [
      asked(date, orderNo, `${orderNo}A`),
      ...['A', 'B'].map((trade) => paid(date, orderNo, `${orderNo}${trade}`)),
    ];
    const bankRow = (date: string) =>
      `{"bank":{"booked_on":"${date}","currency":"BRL","amount":"1.00","reference":"PO-1"}}`;
    const feedAt = (at: string, ...rows: string[]) =>
      feed(books.store, join(books.out, `../logs/${at}.ndjson`), rows, at);
    const owed = () =>
      books.store.session(async ({ db }) => {
        const { rows } = await sql<{ minor: string }>`
          select sum(minor)::text as minor from owed_changes where flow = 'owed'`.execute(db);
        return rows[0]!.minor;
      });
    await feedAt('2026-11-19T07:30:00Z', bankRow('2026-09-16'), ...twice(WEDNESDAY, 'OWED000001'));
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    expect(await owed()).toBe('20000');
    expect(await purgeBefore(books.store, MONDAY)).toMatchObject({ bankRows: 1 });
    const kept = await books.store.session(({ db }) => db.selectFrom('payout_rows').selectAll().execute());
    expect(kept).toEqual([]);
    await feedAt('2026-11-19T09:30:00Z', ...twice(WEDNESDAY, 'OWED000002'));
    await books.reconcile(WEDNESDAY, '2026-11-19T10:00:00Z');
    expect(await owed()).toBe('40000');
    expect(await deviations(books)).toEqual([]);
  });

  it('marks no date as purged of which nothing goes', async () => {
    const books = await reported(
      engine,
      ...['MONDAY0001', 'MONDAY0002'].flatMap((order) => [
        asked(MONDAY, order, `T${order}`),
        paid(MONDAY, order, `T${order}`),
      ]),
    );
    const rows = [
      `{"statement":{"order_no":"MONDAY0001","type":"payment","currency":"BRL","gross":"200.00","settled_on":"${MONDAY}"}}`,
      '{"bank":{"booked_on":"2026-09-16","currency":"BRL","amount":"1.00","reference":"PO-1"}}',
    ];
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), rows, '2026-11-18T07:30:00Z');
    await books.reconcile(WEDNESDAY);
    const purged = { dates: [], statementRows: 0, bankRows: 1 };
    expect(await purgeBefore(books.store, TUESDAY)).toMatchObject(purged);
    const marked = await books.store.session(({ db }) =>
      db.selectFrom('purged_dates').select('date').execute(),
    );
    expect(marked).toEqual([{ date: '2026-09-16' }]);
    expect(await deviations(books)).toEqual([]);
  });

  it('leaves a payout as it was, of which rows go', async () => {
    const books = await reported(
      engine,
      ...['MONDAY0001', 'MONDAY0002'].map((order) => asked(MONDAY, order, `T${order}`)),
      ...['TMONDAY0001', 'OTHER'].map((trade) => paid(MONDAY, 'MONDAY0001', trade)),
      paid(MONDAY, 'MONDAY0002', 'TMONDAY0002'),
      TUESDAYS,
    );
    const row = (order: string, settled: string, payout: string) =>
      `{"statement":{"order_no":"${order}","currency":"BRL","gross":"200.00","settled_on":"${settled}","payout_id":"${payout}"}}`;
    const booked = (date: string, amount: string, payout: string) =>
      `{"bank":{"booked_on":"${date}","currency":"BRL","amount":"${amount}","reference":"${payout}"}}`;
    const rows = [
      // The first order owes money to its payer, so that it stays with its row.
      ...['MONDAY0001', 'MONDAY0002'].map((order) => row(order, MONDAY, 'PO-1')),
      booked('2026-10-30', '400.00', 'PO-1'),
      // Booked in the month that stays.
      row('NOBODYS001', '2026-11-27', 'PO-2'),
      booked('2026-12-01', '200.00', 'PO-2'),
    ];
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), rows, IN_DECEMBER);
    await books.reconcile(MONDAY, '2026-12-01T12:30:00Z');
    const closed = { through: MONDAY, regions: ['BR'], who: 'ana', reason: 'it is booked', force: true };
    await closePeriod(books.store, SETTINGS, { ...closed, at: instant('2026-12-01T13:00:00Z') });
    const payouts = async () => {
      const query = sql<{ row: string }>`
        select concat_ws(' ', payout_id, settled_on, rows, net_minor, bank_minor, booked_on) as row
        from payout_rows where until_run is null order by 1`;
      return books.store.session(async ({ db }) => (await query.execute(db)).rows.map(({ row }) => row));
    };
    const before = ['PO-1 2026-11-16 2 40000 40000 2026-10-30', 'PO-2 2026-11-27 1 20000 20000 2026-12-01'];
    expect(await payouts()).toEqual(before);
    const purged = { statementRows: 2, bankRows: 1 };
    const at = '2026-12-01T14:00:00Z';
    expect(await purgeBefore(books.store, DECEMBER, { at })).toMatchObject(purged);
    await publish(books.store, books.out, '2026-12-02T06:00:00Z', { dates: [DECEMBER], region: 'BR' });
    expect(await payouts()).toEqual(before);
    expect(adjustments(books, DECEMBER)).toEqual([]);
    const again = instant('2026-12-02T07:00:00Z');
    const changes = await renormalise(books.store, SETTINGS, {
      asOf: again,
      startedAt: again,
      out: books.out,
    });
    expect(changes).toMatchObject({ orders: 0, dates: [] });
    expect(await payouts()).toEqual(before);
    expect(await deviations(books)).toEqual([]);
  });
});
