import { type RawBuilder, sql } from 'kysely';
import { ofMerchants } from '../../../reports/selection.ts';
import type { Session } from '../../database/store.ts';
import { type ByDate, byDate, type Dated, figuresKey, storedOf } from './date-figures.ts';
import { datesAsRows, heldThen, type NewestDate, runsAsRows } from './newest-dates.ts';

/** What was paid for the orders of a date in one currency. */
export interface PaidFigures {
  /** Currency of the payments; null where they have none. */
  readonly currency: string | null;
  /** The payments' amounts, as far as they can be read, in minor units. */
  readonly paidMinor: string;
}

/**
 * What was paid for the orders of dates by the currency of each payment, as the totals of manifests have it: the stored sums
 * where they are current and for all merchants, and what orders with several payments add to their own sums.
 */
export async function paidOf(
  session: Session,
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
): Promise<ByDate<PaidFigures>> {
  if (dates.length === 0) return new Map();
  const stored = await storedOf(session, dates, merchants);
  const others = dates.filter((date) => !stored.some((one) => figuresKey(one) === figuresKey(date)));
  const rows = [
    await paidRows(
      session,
      sql`
        select d.date, d.region, t.paid_currency as currency, sum(t.paid_minor)::text as paid
        from ${runsAsRows(stored)}
        join date_totals t on t.date = d.date and t.region = d.region and t.run_id = d.run
        where t.is_paid
        group by d.date, d.region, t.paid_currency`,
    ),
    others.length === 0 ? [] : await paidRows(session, ownSums(others, merchants, { sign: '+', least: 1 })),
    await paidRows(session, ownSums(dates, merchants, { sign: '-', least: 2 })),
    await paidRows(
      session,
      sql`
        select d.date, d.region, p.currency, coalesce(sum(p.paid_minor), 0)::text as paid
        from ${datesAsRows(dates)}
        join order_rows o on o.business_date = d.date and o.region = d.region and o.payments > 1
        join separate_payments p on p.order_no = o.order_no and p.merchant_id = o.merchant_id
        where ${heldThen} and p.from_run <= d.run and (p.until_run is null or p.until_run > d.run)
          and ${ofMerchants({ merchants }, 'o.merchant_id')}
        group by d.date, d.region, p.currency`,
    ),
  ];
  return byDate(summedByCurrency(rows.flat()), ({ currency, paid }) => ({ currency, paidMinor: paid }));
}

/** The orders' own sums, which are in the currency of the payment that decides; of those with a number of payments or more. */
function ownSums(
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
  { sign, least }: { readonly sign: '+' | '-'; readonly least: 1 | 2 },
): RawBuilder<unknown> {
  return sql`
    select d.date, d.region, o.paid_currency as currency, (${sql.raw(sign)} coalesce(sum(o.paid_minor), 0))::text as paid
    from ${datesAsRows(dates)}
    join order_rows o on o.business_date = d.date and o.region = d.region and o.payments > ${sql.lit(least - 1)}
    where ${heldThen} and ${ofMerchants({ merchants }, 'o.merchant_id')}
    group by d.date, d.region, o.paid_currency`;
}

interface PaidRow extends Dated {
  readonly currency: string | null;
  readonly paid: string;
}

async function paidRows(session: Session, sums: RawBuilder<unknown>): Promise<PaidRow[]> {
  const { rows } = await (sums as RawBuilder<PaidRow>).execute(session.db);
  return rows;
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
