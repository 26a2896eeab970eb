/** A date of statements that was published and closed, before more is known of it. */
import { join } from 'node:path';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { feed, instant, readCsv } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import type { Engine } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { AFTER, MONDAY, MONDAYS, TUESDAY, WEDNESDAY } from '../run/reported-books.ts';
import { decision } from './closed-books.ts';

export type Row = Readonly<Record<string, string>>;

export const HEAD = 'row_id,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id';
export const TYPED_HEAD = `row_id,type,status,${HEAD.slice('row_id,'.length)}`;
const BANK_HEAD = 'booked_on,amount,reference';
export const KNOWN = AFTER[WEDNESDAY];
export const LATER = '2026-11-19T07:00:00Z';

/** Monday's payout of a row without an order, as it was known before Monday was closed. */
export const EARLY = lines(HEAD, `R1,ELSEWHERE1,X1,M0001,100,1,99,${MONDAY} 10:00:00,${MONDAY},PO-1`);
/** Another row of it, and one without a payout, of orders that no log has. */
export const LATE = lines(
  HEAD,
  `R2,ELSEWHERE2,X2,M0001,50,1,49,${MONDAY} 11:00:00,${MONDAY},PO-1`,
  `R3,LATECOMER1,X3,M0001,70,1,69,${MONDAY} 12:00:00,,`,
);
/** What the bank booked of the payout, on an open date, and a row without one, on a closed date. */
export const BANK = lines(BANK_HEAD, `${TUESDAY},147.00,PAYOUT PO-1`, `${MONDAY},5.55,TED 12345`);

export interface Books {
  readonly store: Store;
  readonly out: string;
  read(name: string, text: string, at: string): Promise<unknown>;
  reconcile(dates: readonly string[], at: string): Promise<unknown>;
  rows(date: string, report: string): Row[];
}

export function books(store: Store): Books {
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  return {
    ...{ store, out },
    read: (name, text, at) =>
      ingest(store, SETTINGS, { paths: [write(folder, name, text)], readAt: instant(at) }),
    reconcile: (dates, at) => {
      const asOf = instant(at);
      const request = { dates: [...dates], region: 'BR', asOf, startedAt: asOf, out };
      return reconcileDates(store, SETTINGS, request);
    },
    rows: (date, report) => readCsv(join(out, date, 'BR/latest', `${report}.csv`)) as Row[],
  };
}

/** Monday as it was published and closed. */
export async function closed(engine: Engine, stated = EARLY, name = 'portal-1.csv'): Promise<Books> {
  const made = books(await engine.emptied());
  await feed(made.store, join(made.out, '../day.ndjson'), [MONDAYS], `${TUESDAY}T05:00:00Z`);
  await made.read(name, stated, `${TUESDAY}T05:00:00Z`);
  await made.reconcile([MONDAY], AFTER[MONDAY]);
  await closePeriod(made.store, SETTINGS, decision(MONDAY));
  return made;
}
