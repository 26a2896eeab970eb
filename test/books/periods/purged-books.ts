/** Dates of which some orders can be purged, and what is left afterwards. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { type PurgeResult, purge } from '../../../src/books/periods/purge.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { feed, instant, SETTINGS } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import {
  type Books,
  type Day,
  MONDAY,
  on,
  reported,
  TUESDAY,
  TUESDAYS,
  WEDNESDAY,
} from '../run/reported-books.ts';

export const LATER = '2026-11-19T12:00:00Z';

export const asked = (date: Day, orderNo: string, tradeNo: string) =>
  on(date, payInLine({ orderNo, tradeNo, at: `${date}T13:05:00Z` }));
export const paid = (date: Day, orderNo: string, tradeNo: string) =>
  on(date, callbackLine({ orderNo, tradeNo, at: `${date}T13:07:00Z` }));

/** Monday: paid, stuck, paid by a callback with a wrong number, and a callback without an order; Tuesday: stuck. */
export const LINES = [
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
export const OLD_LINES = [
  '{"sentAt": "2026-11-01T13:0',
  paid(MONDAY, 'UNSIGNED01', 'X1').replace('"verified":true', '"verified":false'),
];

/** Three dates as reported in their turn; Monday's stuck order was paid in time, as became known on Thursday. */
export async function threeDates(engine: Engine): Promise<Books> {
  const books = await reported(engine, ...LINES);
  await feed(books.store, join(books.out, '../logs/old.ndjson'), OLD_LINES, '2026-11-01T00:00:00Z');
  await books.reconcile(WEDNESDAY);
  await books.feed(
    on(MONDAY, callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${TUESDAY}T06:30:00Z` })),
  );
  await books.reconcile(WEDNESDAY, '2026-11-19T07:00:00Z');
  return books;
}

export function purgeBefore(
  store: Store,
  before: string,
  { dryRun = false, at = LATER } = {},
): Promise<PurgeResult> {
  const request = { limit: { before }, who: 'ana', reason: 'retention', at: instant(at), dryRun };
  return purge(store, SETTINGS, request);
}

export async function deviations({ store, out }: Books) {
  const dates = [MONDAY, TUESDAY, WEDNESDAY, '2026-12-01'];
  return deviationsOf(await verify(store, SETTINGS, { dates, out }));
}

/** Orders that are there in any way. */
export async function ordersKept(store: Store): Promise<string[]> {
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
