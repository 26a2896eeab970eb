/** What the published payments and their adjustments come to, read from the files as the guide says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCsv } from '../../export/books.ts';
import { adjustmentsOf, sumOf } from './adds-up.ts';

type Row = Record<string, string>;

/** Adjustments of one payment that became known together. */
interface Group {
  readonly knownAt: string;
  readonly rows: readonly Row[];
}

/**
 * Sum of paid_minor: the newest versions of all dates, and the adjustments of payments but those of a date that was
 * restated later.
 */
export function paidAsPublished(out: string): number {
  const dates = datesBelow(out);
  const published = dates.flatMap((date) =>
    readCsv(join(out, date, 'BR/latest/payments.csv')).map((row) => row['paid_minor']!),
  );
  const kept = groupsOf(out)
    .filter((group) => !isRestated(out, group))
    .flatMap(({ rows }) => rows);
  return sumOf(published) + sumOf(adjustmentsOf(kept, 'payment.paid_minor'));
}

/** Every adjustment of payments that says where one is, or its amount. */
export function paymentMoves(out: string): string[] {
  return adjustmentRows(out)
    .filter(({ field }) => field === 'payment' || field === 'payment.paid_minor')
    .map((row) => `${row['known_date']} ${row['field']}: ${row['previous']} -> ${row['current']}`);
}

function datesBelow(out: string): string[] {
  return readdirSync(out).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name) && hasRegion(out, name));
}

function hasRegion(out: string, date: string): boolean {
  return readdirSync(join(out, date)).includes('BR');
}

function adjustmentRows(out: string): Row[] {
  return datesBelow(out).flatMap((date) => readCsv(join(out, date, 'BR/latest/adjustments.csv')) as Row[]);
}

function groupsOf(out: string): Group[] {
  const groups = new Map<string, Row[]>();
  for (const row of adjustmentRows(out).filter(({ field }) => field!.startsWith('payment'))) {
    const key = JSON.stringify([row['known_at_utc'], row['order_no'], row['item']]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((rows) => ({ knownAt: rows[0]!['known_at_utc']!, rows }));
}

/** Whether a later version of a date on which the payment was, or to which it came, contains what the group says. */
function isRestated(out: string, { knownAt, rows }: Group): boolean {
  const on = rows.find(({ field }) => field === 'payment.paid_date');
  return [on?.['previous'], on?.['current']].some(
    (date) => date !== undefined && date !== '' && asOfNewest(out, date) >= Date.parse(knownAt),
  );
}

function asOfNewest(out: string, date: string): number {
  const manifest = readFileSync(join(out, date, 'BR/latest/manifest.json'), 'utf8');
  return Date.parse((JSON.parse(manifest) as { as_of: string }).as_of);
}
