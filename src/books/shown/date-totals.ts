import { sql } from 'kysely';
import { dailySummary } from '../../../reports/daily-summary.ts';
import { paymentsSummary } from '../../../reports/payments-summary.ts';
import { type Report, type ReportScope, shownColumns } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { plainText } from '../../export/csv/cell.ts';
import { sumsOf } from '../../export/date-sums.ts';
import { manifestTotals } from '../../export/publish/manifest-totals.ts';
import { paidTotals } from '../total/paid-totals.ts';

/** Rows of a summary: the cells of each by the names of its columns, without a guard against formulas. */
export type SummaryRows = ReadonlyArray<Readonly<Record<string, string>>>;

/** Two sums that must be equal; counts, or money in minor units. */
export interface Tie {
  readonly measure: 'orders' | 'requested' | 'paid' | 'payments' | 'paid-on-date';
  /** Currency of money, empty where there is none; null for a count. */
  readonly currency: string | null;
  /** The sum of the rows that are shown. */
  readonly rows: string;
  /** The sum that the store keeps of the date, or of its payments. */
  readonly total: string;
  readonly isEqual: boolean;
}

export interface DateTotals {
  /** Rows of daily-summary.csv. */
  readonly orders: SummaryRows;
  /** Rows of payments-summary.csv. */
  readonly payments: SummaryRows;
  /** Totals of the manifest: outcome, currency, orders, requested and paid, in minor and major units. */
  readonly manifest: readonly unknown[];
  readonly ties: readonly Tie[];
}

/**
 * The totals of a version by merchant and method, and whether they add up to its sums. Call it within a transaction.
 */
export async function readDateTotals(session: Session, scope: ReportScope): Promise<DateTotals> {
  const orders = await rowsOf(session, dailySummary, scope);
  const payments = await rowsOf(session, paymentsSummary, scope);
  const sums = await sumsOf(session, scope);
  const kept = await sql<{ currency: string | null; orders: string; requested: string; paid: string }>`
    select case when outcome = 'ORPHAN' then paid_currency else currency end as currency, sum(orders)::text as orders,
           sum(requested_minor)::text as requested,
           coalesce(sum(paid_minor) filter (
             where paid_currency is not distinct from case when outcome = 'ORPHAN' then paid_currency else currency end
           ), 0)::text as paid
    from ${sums.totals}
    group by 1`.execute(session.db);
  const paid = await paidTotals(session, scope);
  return {
    orders,
    payments,
    manifest: await manifestTotals(session, scope, sums),
    ties: [
      tie(
        'orders',
        null,
        cells(orders, 'orders'),
        kept.rows.map((row) => [null, row.orders]),
      ),
      ...tiesOf(
        'requested',
        cells(orders, 'requested_minor'),
        kept.rows.map((row) => [row.currency, row.requested]),
      ),
      ...tiesOf(
        'paid',
        cells(orders, 'paid_minor'),
        kept.rows.map((row) => [row.currency, row.paid]),
      ),
      tie(
        'payments',
        null,
        cells(payments, 'payments'),
        paid.map((row) => [null, row.payments]),
      ),
      ...tiesOf(
        'paid-on-date',
        cells(payments, 'paid_minor'),
        paid.map((row) => [row.currency, row.paidMinor]),
      ),
    ],
  };
}

/** Values to add up, each with its currency. */
type Values = ReadonlyArray<
  readonly [currency: string | null | undefined, value: string | number | undefined]
>;

async function rowsOf(session: Session, report: Report, scope: ReportScope): Promise<SummaryRows> {
  const rows = await report.select(session.db, scope).execute();
  const columns = shownColumns(report, scope);
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, plainText(column, row, scope.zoneOf)])),
  );
}

function cells(rows: SummaryRows, name: string): Values {
  return rows.map((row) => [row['currency'], row[name]]);
}

/** Ties money by currency. */
function tiesOf(measure: Tie['measure'], rows: Values, totals: Values): Tie[] {
  const currencies = new Set([...rows, ...totals].map(([currency]) => currency ?? ''));
  return [...currencies].sort().map((currency) => {
    const own = (values: Values) => values.filter(([of]) => (of ?? '') === currency);
    return tie(measure, currency, own(rows), own(totals));
  });
}

function tie(measure: Tie['measure'], currency: string | null, rows: Values, totals: Values): Tie {
  const added = (values: Values) => values.reduce((sum, [, value]) => sum + BigInt(value ?? 0), 0n);
  const [one, other] = [added(rows), added(totals)];
  return { measure, currency, rows: String(one), total: String(other), isEqual: one === other };
}
