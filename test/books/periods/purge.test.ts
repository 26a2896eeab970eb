/** What is purged goes for good; what stays says the same as before, and all totals tie. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditEntries, findBrokenEntry } from '../../../src/audit/audit-trail.ts';
import { type PurgeResult, purge } from '../../../src/books/periods/purge.ts';
import { resultJson } from '../../../src/books/run/result-json.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { bytesBelow, feed, filesBelow, instant, readCsv, SETTINGS } from '../../export/books.ts';
import { onEngines, onPostgresql } from '../../support/engines.ts';
import { MONDAY, THURSDAY, TUESDAY, told, WEDNESDAY } from '../run/reported-books.ts';
import { adjustments } from './closed-books.ts';
import {
  asked,
  deviations,
  LATER,
  LINES,
  OLD_LINES,
  ordersKept,
  paid,
  purgeBefore,
  threeDates,
} from './purged-books.ts';

const WENT: PurgeResult = {
  limits: ['BR', 'EG', ''].map((region) => ({ region, before: WEDNESDAY })),
  // Three orders with their four callbacks (one by another number), the orphan and its callback.
  dates: [{ date: MONDAY, region: 'BR', orders: 4, payments: 4, records: 7 }],
  statementRows: 0,
  bankRows: 0,
  unverified: 1,
  rejected: 1,
};

onEngines('a purge', (engine) => {
  it('takes out what is older and not open; a dry run tells the same and changes nothing', async () => {
    const books = await threeDates(engine);
    const before = await ordersKept(books.store);
    const files = bytesBelow(books.out);
    expect(await purgeBefore(books.store, WEDNESDAY, { dryRun: true })).toEqual(WENT);
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
      ...{ orders: 4, payments: 4, records: 7, statement_rows: 0, bank_rows: 0, unverified: 1, rejected: 1 },
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

  it('counts records that were purged as duplicates when they come again in other bytes', async () => {
    const books = await threeDates(engine);
    await purgeBefore(books.store, WEDNESDAY);
    const late = paid(MONDAY, 'LATECOMER1', 'L1');
    const lines = [...LINES, OLD_LINES[1]!, late];
    const [again] = await feed(books.store, join(books.out, '../logs/again.ndjson'), lines, LATER);
    expect(again).toMatchObject({ records: lines.length, accepted: 1, duplicate: lines.length - 1 });
    expect(await ordersKept(books.store)).toEqual(['LATECOMER1', 'TUESDAY001', 'WEDNESDAY1', 'WEDNESDAY2']);
    await books.reconcile(WEDNESDAY, '2026-11-19T08:00:00Z');
    await books.reconcile(THURSDAY, '2026-11-20T08:00:00Z');
    const orders = adjustments(books, THURSDAY).map((row) => row.split(' ')[3]);
    expect([...new Set(orders)]).toEqual(['LATECOMER1']);
    expect(await deviations(books)).toEqual([]);
    // Also when the file that had them first is withdrawn and read again.
    const at = instant('2026-11-20T12:00:00Z');
    const request = { source: '1.ndjson', who: 'ana', reason: 'wrong file', at, asOf: at, out: books.out };
    await withdraw(books.store, SETTINGS, request);
    const path = join(books.out, '../logs/1.ndjson');
    const [read] = await ingest(books.store, SETTINGS, { paths: [path], readAt: at });
    expect(read).toMatchObject({ accepted: 0, duplicate: LINES.length });
  });

  it('takes rules that unverified callbacks broke with them, and those of no other order of the number', async () => {
    const books = await threeDates(engine);
    const broken = (line: string) => line.replace('"merchantName":"Shop"', '"merchantName":7');
    const unsigned = broken(paid(MONDAY, 'TWIN000001', 'X1')).replace('"verified":true', '"verified":false');
    await feed(books.store, join(books.out, '../logs/unsigned.ndjson'), [unsigned], '2026-11-01T00:00:00Z');
    await books.feed(broken(paid(WEDNESDAY, 'TWIN000001', 'X2')).replaceAll('M0001', 'M0002'));
    const merchants = () =>
      books.store.session(({ db }) =>
        db
          .selectFrom('violations')
          .select('merchant_id')
          .where('order_no', '=', 'TWIN000001')
          .orderBy('merchant_id')
          .execute(),
      );
    expect(await merchants()).toEqual([{ merchant_id: 'M0001' }, { merchant_id: 'M0002' }]);
    expect(await purgeBefore(books.store, WEDNESDAY)).toMatchObject({ unverified: 2 });
    expect(await merchants()).toEqual([{ merchant_id: 'M0002' }]);
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
    expect(resultJson([], result).versions[0]).toMatchObject({ version: 2, state: 'closed', purgedEntry: 1 });
    const text = reconcileText(result, { workingDirectory: books.out });
    expect(text).toContain(`
Purged: the store does not have all of these dates any more, and their versions cannot be written again. Take their
files from the folder of reports, or from a copy of it.
  ${MONDAY} BR: purged (entry 1 of the audit trail)
`);
    expect(text).toContain(`\n  ${MONDAY}/BR/v2 (purged, entry 1 of the audit trail)`);
    expect(text).not.toMatch(/No orders|No findings|closed, final/);
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
    const preview = books.reconcile(MONDAY, '2026-11-20T08:00:00Z', { preview: true });
    await expect(preview).rejects.toMatchObject({ code: 'VERSION_PURGED' });
  });

  it('keeps what no run has looked at yet, and refuses a limit that has not come', async () => {
    const books = await threeDates(engine);
    await books.feed(paid(MONDAY, 'MONDAY0002', 'M9'), asked(MONDAY, 'MONDAY0002', 'M9'));
    const { dates } = await purgeBefore(books.store, WEDNESDAY);
    expect(dates).toMatchObject([{ date: MONDAY, orders: 3 }]);
    expect(await ordersKept(books.store)).toContain('MONDAY0002');
    await expect(purgeBefore(books.store, '2026-11-20')).rejects.toMatchObject({ code: 'DATE_IN_FUTURE' });
  });

  it('keeps orders of which a duplicate said something that no run has judged', async () => {
    const books = await threeDates(engine);
    const [line] = LINES;
    await books.feed(line!.replace('"purpose":"Order",', ''));
    const { dates } = await purgeBefore(books.store, WEDNESDAY);
    expect(dates).toMatchObject([{ date: MONDAY, orders: 3 }]);
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
