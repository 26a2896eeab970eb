/** What is purged goes for good; what stays says the same as before, and all totals tie. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { auditEntries, findBrokenEntry } from '../../../src/audit/audit-trail.ts';
import { type PurgeResult, purge } from '../../../src/books/periods/purge.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { bytesBelow, feed, filesBelow, instant, readCsv, SETTINGS } from '../../export/books.ts';
import { type Engine, onEngines, onPostgresql } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import {
  type Books,
  type Day,
  MONDAY,
  on,
  reported,
  THURSDAY,
  TUESDAY,
  TUESDAYS,
  told,
  WEDNESDAY,
} from '../run/reported-books.ts';
import { adjustments } from './closed-books.ts';

const LATER = '2026-11-19T12:00:00Z';

const asked = (date: Day, orderNo: string, tradeNo: string) =>
  on(date, payInLine({ orderNo, tradeNo, at: `${date}T13:05:00Z` }));
const paid = (date: Day, orderNo: string, tradeNo: string) =>
  on(date, callbackLine({ orderNo, tradeNo, at: `${date}T13:07:00Z` }));

/** Monday: paid, stuck, paid by a callback with a wrong number, and a callback without an order; Tuesday: stuck. */
const LINES = [
  asked(MONDAY, 'MONDAY0001', 'M1'),
  asked(MONDAY, 'MONDAY0002', 'M2'),
  paid(MONDAY, 'MONDAY0002', 'M2'),
  asked(MONDAY, 'MONDAY0003', 'M3'),
  paid(MONDAY, 'WRONGNO001', 'M3'),
  paid(MONDAY, 'ORPHAN0001', 'M4'),
  TUESDAYS,
  asked(WEDNESDAY, 'WEDNESDAY1', 'W1'),
  paid(WEDNESDAY, 'WEDNESDAY1', 'W1'),
  asked(WEDNESDAY, 'WEDNESDAY2', 'W2'),
];

/** What was turned away, and what nobody had signed. */
const OLD_LINES = [
  '{"sentAt": "2026-11-01T13:0',
  paid(MONDAY, 'UNSIGNED01', 'X1').replace('"verified":true', '"verified":false'),
];

/** Three dates as reported in their turn; Monday's stuck order was paid in time, as became known on Thursday. */
async function threeDates(engine: Engine): Promise<Books> {
  const books = await reported(engine, ...LINES);
  await feed(books.store, join(books.out, '../logs/old.ndjson'), OLD_LINES, '2026-11-01T00:00:00Z');
  await books.reconcile(WEDNESDAY);
  await books.feed(
    on(MONDAY, callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${TUESDAY}T06:30:00Z` })),
  );
  await books.reconcile(WEDNESDAY, '2026-11-19T07:00:00Z');
  return books;
}

function purgeBefore(store: Store, before: string, dryRun = false): Promise<PurgeResult> {
  const at = instant(LATER);
  return purge(store, SETTINGS, { limit: { before }, who: 'ana', reason: 'retention', at, dryRun });
}

async function deviations({ store, out }: Books) {
  const dates = [MONDAY, TUESDAY, WEDNESDAY];
  return deviationsOf(await verify(store, SETTINGS, { dates, out }));
}

/** Orders that are there in any way. */
async function ordersKept(store: Store): Promise<string[]> {
  const { rows } = await store.session(({ db }) =>
    sql<{ order_no: string }>`
      select order_no from pay_ins union select order_no from callbacks union select order_no from violations
      union select order_no from unmatched_callbacks union select order_no from payment_results
      union select order_no from orphan_results union select order_no from order_results where until_run is null
      union select order_no from finding_results where until_run is null
      order by order_no`.execute(db),
  );
  return rows.map((row) => row.order_no);
}

const WENT: PurgeResult = {
  limits: ['BR', 'EG', ''].map((region) => ({ region, before: WEDNESDAY })),
  // Three orders with their four callbacks (one by another number), the orphan and its callback.
  dates: [{ date: MONDAY, region: 'BR', orders: 4, payments: 4, records: 7 }],
  unverified: 1,
  rejected: 1,
};

onEngines('a purge', (engine) => {
  it('takes out what is older and not open; a dry run tells the same and changes nothing', async () => {
    const books = await threeDates(engine);
    const before = await ordersKept(books.store);
    const files = bytesBelow(books.out);
    expect(await purgeBefore(books.store, WEDNESDAY, true)).toEqual(WENT);
    expect(await ordersKept(books.store)).toEqual(before);
    expect(await purgeBefore(books.store, WEDNESDAY)).toEqual(WENT);
    expect(await ordersKept(books.store)).toEqual(['TUESDAY001', 'WEDNESDAY1', 'WEDNESDAY2']);
    expect(bytesBelow(books.out)).toEqual(files);
    expect(await deviations(books)).toEqual([]);
    // There is nothing left to go.
    expect(await purgeBefore(books.store, WEDNESDAY)).toMatchObject({
      dates: [],
      unverified: 0,
      rejected: 0,
    });
    const entries = await books.store.session(async (session) => {
      expect(await findBrokenEntry(session)).toBeUndefined();
      const all = [];
      for await (const block of auditEntries(session)) all.push(...block);
      return all;
    });
    expect(entries[0]).toMatchObject({ who: 'ana', action: 'purge', reason: 'retention', before: null });
    expect(JSON.parse(entries[0]!.after!)).toEqual({
      before: { BR: WEDNESDAY, EG: WEDNESDAY, other: WEDNESDAY },
      ...{ orders: 4, payments: 4, records: 7, unverified: 1, rejected: 1 },
    });
  });

  it('leaves the dates that remain as they were: every version is written again byte for byte', async () => {
    const books = await threeDates(engine);
    const folder = join(books.out, WEDNESDAY, 'BR');
    expect(readCsv(join(folder, 'v1/stuck-orders.csv')).map((row) => row['order_no'])).toContain(
      'MONDAY0001',
    );
    const before = bytesBelow(folder);
    await purgeBefore(books.store, WEDNESDAY);
    rmSync(folder, { recursive: true });
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    expect(bytesBelow(folder)).toEqual(before);
  });

  it('does not read again what was read before, and goes on with what is new', async () => {
    const books = await threeDates(engine);
    await purgeBefore(books.store, WEDNESDAY);
    const again = await ingest(books.store, SETTINGS, {
      paths: [join(books.out, '../logs')],
      readAt: instant(LATER),
    });
    expect(again.map(({ unchanged }) => unchanged)).toEqual(again.map(() => true));
    await books.feed(paid(TUESDAY, 'TUESDAY001', 'U1'), paid(WEDNESDAY, 'WEDNESDAY2', 'W2'));
    const result = await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    expect(told(result)).toEqual([`${WEDNESDAY} v2 new`]);
    const rows = readCsv(join(books.out, WEDNESDAY, 'BR/v2/orders.csv'));
    expect(rows.map((row) => row['outcome'])).toEqual(['MATCHED', 'MATCHED']);
    // Tuesday cannot be restated; its open order stayed, and what became of it is told.
    await books.reconcile(THURSDAY);
    expect(adjustments(books, THURSDAY)).toContain(
      `${THURSDAY} of ${TUESDAY} TUESDAY001 outcome: STUCK -> MATCHED at 2026-11-19T08:00:00Z`,
    );
    expect(await deviations(books)).toEqual([]);
  });

  it('leaves a date without versions to come: neither is one made, nor a lost one written again', async () => {
    const books = await threeDates(engine);
    await purgeBefore(books.store, WEDNESDAY);
    await books.feed(paid(MONDAY, 'LATECOMER1', 'L1'));
    rmSync(join(books.out, MONDAY), { recursive: true });
    const result = await books.reconcile(MONDAY, '2026-11-19T08:00:00Z');
    expect(told(result)[0]).toBe(`${MONDAY} v2 closed`);
    expect(filesBelow(join(books.out, MONDAY))).toEqual([]);
    expect(existsSync(join(books.out, WEDNESDAY, 'BR/v2'))).toBe(false);
    await books.reconcile(THURSDAY);
    const rows = adjustments(books, THURSDAY);
    const order = `${THURSDAY} of ${MONDAY} LATECOMER1`;
    expect(rows).toContain(`${order} order:  -> ${MONDAY} BR at 2026-11-19T08:00:00Z`);
    expect(rows).toContain(`${order} paid_minor:  -> 20000 at 2026-11-19T08:00:00Z`);
    expect(rows.every((row) => row.startsWith(order))).toBe(true);
    expect(result.adjusted).toEqual([{ knownDate: THURSDAY, region: 'BR', dates: 1, values: rows.length }]);
    expect(reconcileText(result, { workingDirectory: books.out })).toContain(
      `\n\nAdjustments: ${rows.length} values of 1 closed date, in adjustments.csv of ${THURSDAY} BR\n\n`,
    );
    expect(await books.reconcile(THURSDAY)).not.toHaveProperty('adjusted');
    const wanted = { dates: [MONDAY], regions: ['BR'], version: 1, at: instant(LATER) };
    await expect(withScopes(books.store, SETTINGS, wanted, async () => undefined)).rejects.toMatchObject({
      code: 'VERSION_PURGED',
      detail: { where: `${MONDAY} BR v1` },
    });
    // Sums of what is left would be too small.
    const { version: _version, ...now } = wanted;
    await expect(withScopes(books.store, SETTINGS, now, async () => undefined)).rejects.toMatchObject({
      code: 'VERSION_PURGED',
      detail: { where: `${MONDAY} BR` },
    });
  });

  it('keeps what no run has looked at yet, and refuses a limit that has not come', async () => {
    const books = await threeDates(engine);
    await books.feed(paid(MONDAY, 'MONDAY0002', 'M9'), asked(MONDAY, 'MONDAY0002', 'M9'));
    const { dates } = await purgeBefore(books.store, WEDNESDAY);
    expect(dates).toMatchObject([{ date: MONDAY, orders: 3 }]);
    expect(await ordersKept(books.store)).toContain('MONDAY0002');
    await expect(purgeBefore(books.store, '2026-11-20')).rejects.toMatchObject({ code: 'DATE_IN_FUTURE' });
  });

  it('counts days back from today in the zone of each region', async () => {
    const books = await threeDates(engine);
    const at = instant('2026-11-19T23:00:00Z');
    const { limits } = await purge(books.store, SETTINGS, {
      ...{ limit: { days: 1 }, who: 'ana', reason: null, at, dryRun: true },
    });
    expect(limits).toEqual([
      { region: 'BR', before: '2026-11-18' },
      { region: 'EG', before: '2026-11-19' },
      { region: '', before: '2026-11-18' },
    ]);
  });
});

onEngines('a purge of statements', (engine) => {
  it('takes out rows before the limit of their region, and a day more, those of the bank a month', async () => {
    const books = await threeDates(engine);
    const stated = (region: string, currency: string, date: string) =>
      `{"statement":{"order_no":"${region} ${date}","currency":"${currency}","gross":"1.00","settled_on":"${date}"}}`;
    const booked = (currency: string, date: string) =>
      `{"bank":{"booked_on":"${date}","currency":"${currency}","amount":"1.00","reference":"PO-1"}}`;
    const lines = [
      ...['2026-11-16', '2026-11-17', '2026-11-18'].flatMap((date) => [
        stated('BR', 'BRL', date),
        stated('EG', 'EGP', date),
      ]),
      ...['2026-10-17', '2026-10-18', '2026-10-19'].flatMap((date) => [
        booked('BRL', date),
        booked('EGP', date),
      ]),
    ];
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), lines, '2026-11-19T07:30:00Z');
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    const at = instant('2026-11-19T23:00:00Z');
    await purge(books.store, SETTINGS, { limit: { days: 1 }, who: 'ana', reason: null, at });
    const kept = (query: ReturnType<typeof sql<{ row: string }>>) =>
      books.store.session(async ({ db }) => (await query.execute(db)).rows.map(({ row }) => row));
    const rows = ['BR 2026-11-17', 'BR 2026-11-18', 'EG 2026-11-18'];
    expect(await kept(sql`select order_no as row from statements order by order_no`)).toEqual(rows);
    expect(await kept(sql`select order_no as row from statement_rows order by order_no`)).toEqual(rows);
    expect(
      await kept(sql`select region || ' ' || booked_on as row from bank_rows order by region, booked_on`),
    ).toEqual(['BR 2026-10-18', 'BR 2026-10-19', 'EG 2026-10-19']);
  });
});

onPostgresql('a purge while a run is at work', (engine) => {
  it('is refused at once, and changes nothing', async () => {
    const database = await engine.database();
    const [one, other] = [await database.open(), await database.open()];
    await one.exclusively(async () => {
      await expect(purgeBefore(other, WEDNESDAY)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    });
    expect(await purgeBefore(other, WEDNESDAY)).toMatchObject({ dates: [] });
  });
});
