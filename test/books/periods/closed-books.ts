/** Short ways to close periods of `reported-books.ts`, and to read what became known of them. */
import { join } from 'node:path';
import { closePeriod, reopenPeriod } from '../../../src/books/periods/close-period.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { instant, publish, readCsv, SETTINGS } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { AFTER, type Books, WEDNESDAY } from '../run/reported-books.ts';

const BOOKED = '2026-11-19T12:00:00Z';

export function decision(
  through: string,
  more: { readonly force?: boolean; readonly dryRun?: boolean } = {},
) {
  const at = instant(BOOKED);
  return { through, regions: ['BR'], who: 'ana', reason: 'it is booked', at, ...more };
}

export function close({ store }: Books, through: string, more = {}) {
  return closePeriod(store, SETTINGS, decision(through, more));
}

export function reopen({ store }: Books, through: string) {
  return reopenPeriod(store, decision(through));
}

/** Withdraws a source, with a correction as of the same moment. */
export async function withdrawn(
  { store, out }: Pick<Books, 'store' | 'out'>,
  source: string,
  at: string,
  settings: Settings = SETTINGS,
): Promise<void> {
  const moment = instant(at);
  const decided = { who: 'ana', reason: 'wrong file', at: moment, asOf: moment, out };
  await store.exclusively(() => withdraw(store, settings, { source, ...decided }));
}

export function adjustments({ out }: Books, date: string, version = 'latest'): string[] {
  return readCsv(join(out, date, 'BR', version, 'adjustments.csv')).map(
    (row) =>
      `${row['known_date']} of ${row['business_date']} ${row['order_no']} ${row['field']}: ` +
      `${row['previous']} -> ${row['current']} at ${row['known_at_utc']}`,
  );
}

/** What a store that read everything at once, and published nothing before, publishes of dates: the folder of reports. */
export async function freshReports(
  engine: Engine,
  books: Books,
  dates: readonly string[],
  asOf: string = AFTER[WEDNESDAY],
): Promise<string> {
  const store = await engine.open();
  const out = join(temporaryFolder(), 'reports');
  await ingest(store, SETTINGS, { paths: [join(books.out, '../logs')], readAt: instant(asOf) });
  await publish(store, out, asOf, { dates: [...dates], region: 'BR' });
  return out;
}

/** Rows of a report that was published of dates. */
export function publishedRows(
  out: string,
  dates: readonly string[],
  report: string,
): Array<Record<string, string>> {
  return dates.flatMap((date) => readCsv(join(out, date, 'BR/latest', `${report}.csv`)));
}
