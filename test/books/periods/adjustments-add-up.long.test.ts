/** What was published of closed dates and the adjustments since are together what is known of them, cell by cell. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { RUNS } from '../../support/runs.ts';
import { type Books, MONDAY, on, reported, THURSDAY, TUESDAY, WEDNESDAY } from '../run/reported-books.ts';
import { close, freshReports, publishedRows } from './closed-books.ts';

type Row = Record<string, string>;

const CLOSED = [MONDAY, TUESDAY] as const;
/** When each later delivery is looked at; at the last one the horizon of Monday's orders is over. */
const LOOKS = ['2026-11-19T06:00:00Z', '2026-11-19T07:00:00Z', '2026-11-24T12:00:00Z'] as const;
/** The local dates of these. */
const KNOWN_DATES = [THURSDAY, '2026-11-24'] as const;
const LAST = '2026-11-24T12:00:01Z';

const record = fc.record({
  isPayIn: fc.boolean(),
  /** Which delivery it comes with, the first before the period is closed. */
  delivery: fc.integer({ min: 0, max: LOOKS.length }),
  day: fc.constantFrom(MONDAY, TUESDAY, WEDNESDAY),
  orderNo: fc.constantFrom('ORDER0000A', 'ORDER0000B', 'ORDER0000C'),
  tradeNo: fc.constantFrom('-922', '=T2'),
  amount: fc.constantFrom('20000', '15000', '300.5'),
  currency: fc.constantFrom('BRL', 'BRL', 'USD'),
});

type Delivered = typeof record extends fc.Arbitrary<infer T> ? T : never;

/** Received some minutes after it was sent, so that only its delivery is late. */
function lineOf({ isPayIn, day, delivery, ...choice }: Delivered): string {
  const minute = String(10 + delivery);
  return on(day, (isPayIn ? payInLine : callbackLine)({ ...choice, at: `${day}T13:${minute}:00Z` }));
}

/** What adjustments.csv of all dates says, in the order in which it became known. */
function adjustmentsOf({ out }: Books): Row[] {
  return publishedRows(out, KNOWN_DATES, 'adjustments');
}

/** The rows of a report on closed dates, as published and as adjusted since, by what tells them from one another. */
function adjustedOrders(books: Books, published: readonly Row[]): Row[] {
  const keyOf = (row: Row) => `${row['business_date']} ${row['order_no']}`;
  const rows = new Map(published.map((row) => [keyOf(row), { ...row }]));
  for (const change of adjustmentsOf(books)) {
    const field = change['field']!;
    if (field === 'order' || field === 'payment' || field.startsWith('payment.')) continue;
    const key = keyOf(change);
    const row = rows.get(key) ?? {};
    expect(row[field] ?? '', `${key} ${field}`).toBe(change['previous']);
    rows.set(key, { ...row, [field]: change['current']! });
  }
  return [...rows.values()].filter((row) => Object.values(row).some((cell) => cell !== ''));
}

/** What each column of money or numbers comes to. */
function sumsOf(rows: readonly Row[], columns: readonly string[]): Record<string, bigint> {
  const sumOf = (column: string) =>
    rows.reduce((sum, row) => sum + BigInt((row[column] || '0').replace('.', '')), 0n);
  return Object.fromEntries(columns.map((column) => [column, sumOf(column)]));
}

const PAYMENT_SUMS = ['paid_minor', 'paid_amount'] as const;

function adjustedPaymentSums(books: Books, published: readonly Row[]): Record<string, bigint> {
  const changes = adjustmentsOf(books);
  const columns = PAYMENT_SUMS.map((column) => {
    const of = changes.filter(({ field }) => field === `payment.${column}`);
    const cells = (side: string) => of.map((change) => ({ [column]: change[side]! }));
    const sum = (rows: Row[]) => sumsOf(rows, [column])[column]!;
    return [column, sum([...published]) + sum(cells('current')) - sum(cells('previous'))];
  });
  return Object.fromEntries(columns);
}

onEngines('adjustments and what was published', (engine) => {
  it(
    'are together what a store shows that knew everything at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(record, { minLength: 4, maxLength: 14 }), async (records) => {
          const linesOf = (wanted: number) =>
            records.filter(({ delivery }) => delivery === wanted).map((one) => `${lineOf(one)}`);
          const books = await reported(engine, ...linesOf(0));
          // A record of Wednesday keeps its order's date from being closed otherwise.
          await close(books, TUESDAY, { force: true });
          for (const [index, asOf] of LOOKS.entries()) {
            await books.feed(...linesOf(index + 1));
            await books.reconcile(WEDNESDAY, asOf);
          }
          await books.reconcile(WEDNESDAY, LAST, { dates: [...KNOWN_DATES] });

          const fresh = await freshReports(engine, books, CLOSED, LAST);
          const published = (report: string) => publishedRows(books.out, CLOSED, report);
          const known = (report: string) => publishedRows(fresh, CLOSED, report);
          // A cell that was never told is empty.
          const cells = (row: Row) => Object.entries(row).filter(([, cell]) => cell !== '');
          const text = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(cells(row).sort())).sort();
          expect(text(adjustedOrders(books, published('orders')))).toEqual(text(known('orders')));
          expect(adjustedPaymentSums(books, published('payments'))).toEqual(
            sumsOf(known('payments'), PAYMENT_SUMS),
          );
          const verified = await verify(books.store, SETTINGS, { dates: [], out: books.out });
          expect(deviationsOf(verified)).toEqual([]);
        }),
        // To look for a smaller world takes as long again for every try.
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    (RUNS + 3) * 60_000,
  );
});
