import { sql } from 'kysely';
import { ofMerchants } from '../../../reports/selection.ts';
import type { Session } from '../../database/store.ts';
import { type ByDate, byDate, type PaidRow } from './date-figures.ts';
import { datesAsRows, heldThen, type NewestDate } from './newest-dates.ts';

/** What was paid for the orders of a date in one currency. */
export interface PaidFigures {
  /** Currency of the payments; null where they have none. */
  readonly currency: string | null;
  /** The payments' amounts, as far as they can be read, in minor units. */
  readonly paidMinor: string;
}

/**
 * What was paid for the orders of dates by the currency of each payment, as the totals of manifests have it: what all orders say
 * was paid, with the payments of orders with several in place of what these say.
 */
export async function paidOf(
  session: Session,
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
  ofOrders: readonly PaidRow[],
): Promise<ByDate<PaidFigures>> {
  if (dates.length === 0) return new Map();
  const orders = sql`${datesAsRows(dates)}
    join order_rows o on o.business_date = d.date and o.region = d.region and o.payments > 1`;
  const shown = sql`${heldThen} and ${ofMerchants({ merchants }, 'o.merchant_id')}`;
  const { rows: said } = await sql<PaidRow>`
    select d.date, d.region, o.paid_currency as currency, (- coalesce(sum(o.paid_minor), 0))::text as paid
    from ${orders}
    where ${shown}
    group by d.date, d.region, o.paid_currency`.execute(session.db);
  const { rows: several } = await sql<PaidRow>`
    select d.date, d.region, p.currency, coalesce(sum(p.paid_minor), 0)::text as paid
    from ${orders}
    join separate_payments p on p.order_no = o.order_no and p.merchant_id = o.merchant_id
    where ${shown} and p.from_run <= d.run and (p.until_run is null or p.until_run > d.run)
    group by d.date, d.region, p.currency`.execute(session.db);
  const rows = summedByCurrency([...ofOrders, ...said, ...several]);
  return byDate(rows, ({ currency, paid }) => ({ currency, paidMinor: paid }));
}

/** The sums of rows by date, region and currency, those without a currency first. */
function summedByCurrency(rows: readonly PaidRow[]): PaidRow[] {
  const sums = new Map<string, PaidRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.date, row.region, row.currency ?? '']);
    const sum = BigInt(row.paid) + BigInt(sums.get(key)?.paid ?? 0);
    sums.set(key, { ...row, paid: String(sum) });
  }
  return [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
