/** Whether what was published of a closed date of statements, and its adjustments, are what is known of it. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { orders } from '../../../reports/orders.ts';
import { payouts } from '../../../reports/payouts.ts';
import { statement } from '../../../reports/statement.ts';
import { writeReportFiles } from '../../../src/books/run/report-files.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { STANDARD } from '../../../src/export/profile.ts';
import { instant, readCsv } from '../../export/books.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SETTINGS } from '../order/stated-books.ts';
import { MONDAY, THURSDAY } from '../run/reported-books.ts';
import type { Books, Row } from './stated-periods.ts';

const MONEY = {
  order: ['stated_minor', 'fee_minor', 'net_minor'],
  payout: ['gross_minor', 'fee_minor', 'net_minor', 'bank_minor', 'difference_minor', 'rows'],
  statement: ['gross_minor', 'fee_minor', 'net_minor'],
} as const;

const REPORTS = [
  ['order', 'orders'],
  ['payout', 'payouts'],
  ['statement', 'statement'],
] as const;

/** Sums of what was published of Monday and of its adjustments are those of what is known of it now: the rows of reports. */
export async function addsUp(made: Books, when: string): Promise<Record<(typeof REPORTS)[number][0], Row[]>> {
  const folder = temporaryFolder();
  const wanted = { dates: [MONDAY], regions: ['BR'], at: instant('2026-11-19T09:30:00Z') };
  await withScopes(made.store, SETTINGS, wanted, async (session, scopes) => {
    const layout = { form: STANDARD, byDate: false, empty: true };
    await writeReportFiles(session, [orders, payouts, statement], scopes, folder, layout);
  });
  const changes = made.rows(THURSDAY, 'adjustments');
  const now = { order: [], payout: [], statement: [] } as Record<(typeof REPORTS)[number][0], Row[]>;
  for (const [kind, report] of REPORTS) {
    now[kind] = readCsv(join(folder, `${report}.csv`)) as Row[];
    const alone = (rows: readonly Row[]) => (kind === 'statement' ? inNoSum(rows) : rows);
    const [known, published] = [alone(now[kind]), alone(made.rows(MONDAY, report))];
    for (const column of MONEY[kind]) {
      const cells = (rows: readonly Row[]) => sumOf(rows.map((row) => row[column]!));
      const change = sumOf(adjustmentsOf(changes, kind === 'order' ? column : `${kind}.${column}`));
      expect(cells(published) + change, `${when}: ${kind}.${column}`).toBe(cells(known));
    }
  }
  const verified = await verify(made.store, SETTINGS, { dates: [], out: made.out });
  expect(deviationsOf(verified), when).toEqual([]);
  return now;
}

/** The rows that the sums of no order have: of its paid payments, those in another currency than the latest that has one. */
export function inNoSum(rows: readonly Row[]): Row[] {
  const isPaid = (row: Row) =>
    row['matched'] !== 'none' && row['type'] === 'payment' && row['status'] === 'paid';
  const latest = new Map<string, Row>();
  for (const row of rows.filter((one) => isPaid(one) && one['currency'] !== '')) {
    const other = latest.get(row['order_no']!);
    if (other === undefined || other['completed_at_utc']! < row['completed_at_utc']!)
      latest.set(row['order_no']!, row);
  }
  return rows.filter(
    (row) => !isPaid(row) || row['currency'] !== (latest.get(row['order_no']!)?.['currency'] ?? ''),
  );
}

/** What the adjustments of a field add, and take away. */
export function adjustmentsOf(rows: readonly Row[], field: string): string[] {
  return rows
    .filter((row) => row['field'] === field)
    .flatMap((row) => [row['current']!, row['previous'] === '' ? '' : String(-Number(row['previous']))]);
}

export function sumOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + Number(cell === '' ? 0 : cell), 0);
}
