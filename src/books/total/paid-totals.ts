import { sql } from 'kysely';
import type { ReportScope } from '../../../reports/report.ts';
import { bytewise, heldAt, ofMerchants } from '../../../reports/selection.ts';
import type { Session } from '../../database/store.ts';

/** The payments of one paid date and region, summed by method and currency; money in minor units, as text. */
export interface PaidTotal {
  /** Local date of the payments, `yyyy-MM-dd`. Their orders may have another business date. */
  readonly paidDate: string;
  readonly region: string;
  readonly paymentMethod: string | null;
  readonly currency: string | null;
  /** Orders with such a payment. */
  readonly orders: number;
  readonly payments: number;
  /** All amounts that can be read exactly, including amounts refunded later, as in payments-summary.csv. */
  readonly paidMinor: string;
  /** The part that belongs to reversed orders. */
  readonly refundedMinor: string;
  /** Payments whose amount cannot be read exactly; they are in neither sum. */
  readonly unreadable: number;
}

/** The date and region to sum, and the run whose results count. */
export type PaidScope = Pick<ReportScope, 'date' | 'region' | 'run' | 'merchants'> & {
  readonly paymentMethod?: string | undefined;
};

/** Sums payments by the date on which they were made, from what each run changed. */
export async function paidTotals(session: Session, scope: PaidScope): Promise<PaidTotal[]> {
  const { date, region, run, paymentMethod } = scope;
  const rows = await session.db
    .selectFrom('payment_changes')
    .select([
      'payment_method',
      'currency',
      sql<string>`sum(payments)`.as('payments'),
      sql<string>`sum(paid_minor)`.as('paid'),
      sql<string>`sum(refunded_minor)`.as('refunded'),
      sql<string>`sum(unreadable)`.as('unreadable'),
    ])
    .where('region', '=', region)
    .where('date', '=', date)
    .where('run_id', '<=', run)
    .where(ofMerchants(scope))
    .$if(paymentMethod !== undefined, (query) => query.where('payment_method', '=', paymentMethod!))
    .groupBy(['payment_method', 'currency'])
    .having(sql<boolean>`sum(payments) <> 0`)
    .orderBy(bytewise(['payment_method', 'currency']))
    .execute();
  // Only separate payments can be several of an order. They are few, so their orders are counted anew.
  const more = await session.db
    .selectFrom('separate_payments')
    .select([
      'payment_method',
      'currency',
      sql<string>`count(*) - count(distinct (merchant_id, order_no))`.as('more'),
    ])
    .where(heldAt(scope))
    .where(ofMerchants(scope))
    .where('paid_date', '=', date)
    .where('region', '=', region)
    .groupBy(['payment_method', 'currency'])
    .execute();
  return rows.map((row) => {
    const beside = more.find(
      ({ payment_method, currency }) => payment_method === row.payment_method && currency === row.currency,
    );
    return {
      paidDate: date,
      region,
      paymentMethod: row.payment_method,
      currency: row.currency,
      orders: Number(row.payments) - Number(beside?.more ?? 0),
      payments: Number(row.payments),
      paidMinor: row.paid,
      refundedMinor: row.refunded,
      unreadable: Number(row.unreadable),
    };
  });
}
