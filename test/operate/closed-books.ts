/** Short ways to close periods of `reported-books.ts`, and to read what became known of them. */
import { join } from 'node:path';
import { closePeriod, reopenPeriod } from '../../src/operate/close-period.ts';
import { instant, readCsv, SETTINGS } from '../export/books.ts';
import type { Books, Day } from './reported-books.ts';

const THURSDAY = '2026-11-19T12:00:00Z';

export function decision(
  through: string,
  more: { readonly force?: boolean; readonly dryRun?: boolean } = {},
) {
  const at = instant(THURSDAY);
  return { through, regions: ['BR'], who: 'ana', reason: 'it is booked', at, ...more };
}

export function close({ store }: Books, through: string, more = {}) {
  return closePeriod(store, SETTINGS, decision(through, more));
}

export function reopen({ store }: Books, through: string) {
  return reopenPeriod(store, decision(through));
}

export function adjustments({ out }: Books, date: Day, version = 'latest'): string[] {
  return readCsv(join(out, date, 'BR', version, 'adjustments.csv')).map(
    (row) =>
      `${row['known_date']} of ${row['business_date']} ${row['order_no']} ${row['field']}: ` +
      `${row['previous']} -> ${row['current']} at ${row['known_at_utc']}`,
  );
}
