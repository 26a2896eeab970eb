/** Dates that were reported in their turn, and what comes after. */
import { join } from 'node:path';
import type { ReconcileRequest } from '../../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../../src/database/store.ts';
import { feed, publish, readCsv } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const MONDAY = '2026-11-16';
export const TUESDAY = '2026-11-17';
export const WEDNESDAY = '2026-11-18';
/** When Wednesday has been reported: what runs after midnight find out is known on this date. */
export const THURSDAY = '2026-11-19';
export const AFTER = {
  [MONDAY]: '2026-11-17T06:00:00Z',
  [TUESDAY]: '2026-11-18T06:00:00Z',
  [WEDNESDAY]: '2026-11-19T06:00:00Z',
  [THURSDAY]: '2026-11-20T06:00:00Z',
} as const;

export type Day = keyof typeof AFTER;

/** A record of `test/support/records.ts` as it would be on another date. */
export const on = (date: Day, line: string) => line.replaceAll('2026-11-19T', `${date}T`);

export const MONDAYS = on(
  MONDAY,
  payInLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${MONDAY}T13:05:00Z` }),
);
export const TUESDAYS = on(
  TUESDAY,
  payInLine({ orderNo: 'TUESDAY001', tradeNo: 'U1', at: `${TUESDAY}T13:05:00Z` }),
);
/** Paid on Monday, told on Wednesday. */
export const LATE = on(
  MONDAY,
  callbackLine({ orderNo: 'MONDAY0001', tradeNo: 'M1', at: `${WEDNESDAY}T10:00:00Z` }),
);

export interface Books {
  readonly store: Store;
  readonly out: string;
  feed(...lines: string[]): Promise<unknown>;
  reconcile(date: Day, asOf?: string, more?: Partial<ReconcileRequest>): ReturnType<typeof publish>;
  restatement(date: Day, version: number, report?: string): string[];
}

/** What most tests begin with, of which each process prepares one. */
const USUAL: readonly string[] = [MONDAYS, TUESDAYS];

/** Monday and Tuesday as they were reported in their turn. */
export async function reported(engine: Engine, ...lines: string[]): Promise<Books> {
  if (lines.every((line) => USUAL.includes(line))) return preparedBooks(engine, `reported: ${lines}`, lines);
  const books = booksIn(await engine.open(), temporaryFolder());
  await report(books, lines);
  return books;
}

/**
 * A copy of such books, which each process reports once.
 * @param then what is to be done after it, with files of other names than `feed` gives
 */
export async function preparedBooks(
  engine: Engine,
  key: string,
  lines: readonly string[],
  then: (books: Books) => Promise<unknown> = async () => undefined,
): Promise<Books> {
  const { open, folder } = await engine.prepared(key, async (store, kept) => {
    const books = booksIn(store, kept);
    await report(books, lines);
    await then(books);
  });
  return booksIn(await open(), folder, 1);
}

async function report(books: Books, lines: readonly string[]): Promise<void> {
  await books.feed(...lines);
  await books.reconcile(MONDAY);
  await books.reconcile(TUESDAY);
}

/** @param files how many it has read already */
function booksIn(store: Store, folder: string, files = 0): Books {
  const out = join(folder, 'reports');
  let last = files;
  return {
    store,
    out,
    feed: (...more) => {
      last += 1;
      return feed(store, join(folder, `logs/${last}.ndjson`), more);
    },
    reconcile: (date, asOf = AFTER[date], more = {}) =>
      publish(store, out, asOf, { dates: [date], region: 'BR', ...more }),
    restatement: (date, version, name = 'restatement') =>
      readCsv(join(out, date, 'BR', `v${version}`, `${name}.csv`)).map(
        (row) => `${row['order_no']} ${row['field']}: ${row['previous']} -> ${row['current']}`,
      ),
  };
}

export function told(result: Awaited<ReturnType<typeof publish>>): string[] {
  return result.publications.map(({ date, version, state }) => `${date} v${version} ${state}`);
}
