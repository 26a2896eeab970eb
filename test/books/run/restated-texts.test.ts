/** What changed is written as the column's own cell is in its file: texts guarded, numbers as numbers. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { close } from '../periods/closed-books.ts';
import {
  AFTER,
  type Books,
  MONDAY,
  on,
  reported,
  THURSDAY,
  TUESDAY,
  TUESDAYS,
  WEDNESDAY,
} from './reported-books.ts';

const ORDER = { orderNo: 'MONDAY0001', at: `${MONDAY}T13:05:00Z` };
const ASKED = on(MONDAY, payInLine({ ...ORDER, tradeNo: '-922' }));
/** Pays less than was asked for, under another number that looks like one. */
const PAID = on(
  MONDAY,
  callbackLine({ ...ORDER, tradeNo: '-933', amount: '15000', at: `${TUESDAY}T10:00:00Z` }),
);
/** The payment is known by yet another amount. */
const AGAIN = on(
  MONDAY,
  callbackLine({ ...ORDER, tradeNo: '-933', amount: '14000', at: `${TUESDAY}T11:00:00Z` }),
);

/** Rows of a published CSV as written, by the field that they are of. */
function fieldsOf(path: string, delimiter = ','): Record<string, string> {
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true, delimiter, bom: true });
  return Object.fromEntries(rows.map((row) => [row['field']!, `${row['previous']} -> ${row['current']}`]));
}

const restated = ({ out }: Books, report: string, version = 2) =>
  fieldsOf(join(out, MONDAY, 'BR', `v${version}`, `${report}.csv`));

onEngines('previous and current', (engine) => {
  it('of a restatement are written as their column in orders.csv and payments.csv', async () => {
    const books = await reported(engine, ASKED, TUESDAYS);
    await books.feed(PAID);
    await books.reconcile(WEDNESDAY);
    expect(restated(books, 'restatement')).toMatchObject({
      trade_no: "'-922 -> '-933",
      difference_minor: ' -> -5000',
      difference_amount: ' -> -50.00',
    });
    await books.feed(AGAIN);
    await books.reconcile(WEDNESDAY, '2026-11-19T07:00:00Z');
    expect(restated(books, 'payments-restatement', 3)).toMatchObject({
      paid_minor: '15000 -> 14000',
      paid_amount: '150.00 -> 140.00',
    });
    expect(restated(books, 'restatement', 3)).toMatchObject({
      difference_amount: '-50.00 -> -60.00',
    });
  });

  it('of an amount differ where its currency does, though its minor units are the same', async () => {
    const books = await reported(engine, ASKED, TUESDAYS);
    await books.feed(PAID);
    await books.reconcile(WEDNESDAY);
    const inYen = callbackLine({
      ...ORDER,
      ...{ tradeNo: '-933', amount: '15000', currency: 'JPY', at: `${TUESDAY}T11:00:00Z` },
    });
    await books.feed(on(MONDAY, inYen));
    await books.reconcile(WEDNESDAY, '2026-11-19T07:00:00Z');
    const fields = restated(books, 'restatement', 3);
    expect(fields).toMatchObject({ paid_currency: 'BRL -> JPY', paid_amount: '150.00 -> 15000' });
    expect(fields).not.toHaveProperty('paid_minor');
  });

  it('of adjustments too, of orders and of payments', async () => {
    const books = await reported(engine, ASKED, TUESDAYS);
    await close(books, MONDAY);
    await books.feed(PAID);
    await books.reconcile(THURSDAY, AFTER[WEDNESDAY]);
    expect(fieldsOf(join(books.out, THURSDAY, 'BR/latest/adjustments.csv'))).toMatchObject({
      trade_no: "'-922 -> '-933",
      'payment.trade_no': " -> '-933",
      difference_amount: ' -> -50.00',
      'payment.paid_amount': ' -> 150.00',
    });
  });

  it('are for Excel what the column is for Excel', async () => {
    const books = await reported(engine, ASKED, TUESDAYS);
    await books.feed(PAID);
    const asOf = instant(AFTER[WEDNESDAY]);
    const settings = parseSettings({ export: { profile: 'excel-br' } });
    const request = { region: 'BR', asOf, startedAt: asOf, out: books.out };
    await reconcileDates(books.store, settings, { ...request, dates: [MONDAY] });
    const fields = fieldsOf(join(books.out, MONDAY, 'BR/v2/restatement.csv'), ';');
    expect(fields).toMatchObject({
      trade_no: "'-922 -> '-933",
      difference_minor: ' -> -5000',
      difference_amount: ' -> -50,00',
      paid_at_local: ' -> 16/11/2026 10:06:00',
    });
  });

  it('of a version of an earlier program stay as they were', async () => {
    const books = await reported(engine, ASKED, TUESDAYS);
    await close(books, '2026-11-15');
    await books.feed(PAID);
    await books.reconcile(WEDNESDAY);
    // As that program kept it: with its schema, and what it wrote in the folder.
    await books.store.session(({ db }) =>
      sql`update versions set schema = 1, files_sha256 = null where date = ${MONDAY}::date`.execute(db),
    );
    rmSync(join(books.out, MONDAY), { recursive: true });
    await books.reconcile(MONDAY, AFTER[WEDNESDAY]);
    expect(restated(books, 'restatement')).toMatchObject({
      trade_no: '-922 -> -933',
      difference_amount: ' -> -50.00',
    });
    const verified = await verify(books.store, SETTINGS, { dates: [MONDAY], out: books.out });
    expect(deviationsOf(verified)).toEqual([]);
  });
});
