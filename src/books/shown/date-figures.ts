import { type RawBuilder, sql } from 'kysely';
import { caseAt, ofMerchants } from '../../../reports/selection.ts';
import type { Session } from '../../database/store.ts';
import { datesAsRows, heldThen, type NewestDate, runsAsRows } from './newest-dates.ts';

/** Orders and money of an outcome and currency, as the summary of a run has them; money in minor units. */
export interface OutcomeFigures {
  readonly outcome: string;
  readonly currency: string | null;
  readonly orders: number;
  /** How many of the orders have a payment. */
  readonly paidOrders: number;
  readonly requestedMinor: string;
  /** What was paid in the orders' own currency; `paidOf` has what was paid in any. */
  readonly paidMinor: string;
}

/** The differences of amount-mismatches.csv in one currency, in minor units. */
export interface DifferenceFigures {
  readonly currency: string | null;
  /** Rows of the report in this currency. */
  readonly orders: number;
  /** Paid minus requested, added up; null where it is known of no row. */
  readonly differenceMinor: string | null;
  /** Rows of which it is not known: of amounts that cannot be read, or in another currency. */
  readonly unknown: number;
}

/** Open findings of a code on the orders of a date. */
export interface FindingFigures {
  readonly code: string;
  readonly orders: number;
}

/** Figures by date and region; see {@link figuresKey}. */
export type ByDate<Figures> = ReadonlyMap<string, readonly Figures[]>;

export interface Dated {
  readonly date: string;
  readonly region: string;
}

/** The key of a date and region. */
export function figuresKey({ date, region }: Dated): string {
  return `${date} ${region}`;
}

/** What orders of a date say was paid, in one currency and in minor units; of several payments that of the deciding one's currency. */
export interface PaidRow extends Dated {
  readonly currency: string | null;
  readonly paid: string;
}

/**
 * Orders and money of dates by outcome and currency, and what the orders say was paid: the stored sums where they are current and
 * for all merchants.
 */
export async function orderFigures(
  session: Session,
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
): Promise<{ readonly outcomes: ByDate<OutcomeFigures>; readonly paid: readonly PaidRow[] }> {
  const stored = await storedOf(session, dates, merchants);
  const summed = await outcomeRows(
    session,
    sql`
      select d.date, d.region, t.outcome, t.currency, t.paid_currency, t.is_paid, t.orders, t.requested_minor, t.paid_minor
      from ${runsAsRows(stored)}
      join date_totals t on t.date = d.date and t.region = d.region and t.run_id = d.run`,
  );
  const others = dates.filter((date) => !stored.some((one) => figuresKey(one) === figuresKey(date)));
  const counted = others.length === 0 ? [] : await outcomeRows(session, countedOrders(others, merchants));
  const rows = [...summed, ...counted];
  const paid = rows
    .filter(({ paid_orders }) => paid_orders !== '0')
    .map(({ date, region, paid_currency: currency, paid: sum }) => ({ date, region, currency, paid: sum }));
  return {
    outcomes: byDate(byOutcome(rows), ({ date: _date, region: _region, ...figures }) => figures),
    paid,
  };
}

/** The sums of an outcome and currency, whatever was paid in; its rows follow each other. */
function byOutcome(rows: readonly OutcomeRow[]): Array<Dated & OutcomeFigures> {
  const found: Array<Dated & OutcomeFigures> = [];
  for (const row of rows) {
    const { date, region, outcome, currency } = row;
    const last = found.at(-1);
    const isSame =
      last?.date === date && last.region === region && last.outcome === outcome && last.currency === currency;
    const before = isSame ? found.pop() : undefined;
    found.push({
      ...{ date, region, outcome, currency },
      orders: Number(row.orders) + (before?.orders ?? 0),
      paidOrders: Number(row.paid_orders) + (before?.paidOrders ?? 0),
      requestedMinor: plus(row.requested, before?.requestedMinor),
      paidMinor: plus(row.paid_currency === currency ? row.paid : '0', before?.paidMinor),
    });
  }
  return found;
}

function plus(one: string, other = '0'): string {
  return String(BigInt(one) + BigInt(other));
}

function countedOrders(
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
): RawBuilder<unknown> {
  return sql`
    select d.date, d.region, o.outcome, o.currency, o.paid_currency, o.payments > 0 as is_paid, 1 as orders,
           o.requested_minor, o.paid_minor
    from ${datesAsRows(dates)}
    join order_results o on o.business_date = d.date and o.region = d.region
    where ${heldThen} and ${ofMerchants({ merchants }, 'o.merchant_id')}`;
}

interface OutcomeRow extends Dated {
  readonly outcome: string;
  readonly currency: string | null;
  readonly paid_currency: string | null;
  readonly orders: string;
  readonly paid_orders: string;
  readonly requested: string;
  readonly paid: string;
}

async function outcomeRows(session: Session, totals: RawBuilder<unknown>): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select date, region, outcome, currency, paid_currency, sum(orders)::text as orders,
           coalesce(sum(orders) filter (where is_paid), 0)::text as paid_orders,
           coalesce(sum(requested_minor), 0)::text as requested,
           coalesce(sum(paid_minor), 0)::text as paid
    from (${totals}) t
    group by date, region, outcome, currency, paid_currency
    order by date, region collate "C", outcome collate "C", currency collate "C" nulls first`.execute(
    session.db,
  );
  return rows;
}

/** Of each date the newest run whose stored sums are still valid for its version. */
async function storedOf(
  session: Session,
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
): Promise<Array<Dated & { readonly run: number }>> {
  if (merchants !== undefined || dates.length === 0) return [];
  const { rows } = await sql<Dated & { run: number }>`
    select d.date, d.region, s.run
    from ${datesAsRows(dates)}
    cross join lateral (
      select max(t.run_id) as run from date_totals t
      where t.date = d.date and t.region = d.region and t.run_id <= d.run
    ) s
    where s.run is not null
      and not exists (
        select from changed_dates c
        where c.date = d.date and c.region = d.region and c.run_id > s.run and c.run_id <= d.run
      )`.execute(session.db);
  return rows;
}

/** The differences of dates by currency, as amount-mismatches.csv lists them. */
export async function differencesOf(
  session: Session,
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
): Promise<ByDate<DifferenceFigures>> {
  if (dates.length === 0) return new Map();
  const { rows } = await sql<
    Dated & { currency: string | null; orders: string; difference: string | null; unknown: string }
  >`
    select d.date, d.region, coalesce(o.paid_currency, o.requested_currency) as currency, count(*)::text as orders,
           sum(o.difference_minor)::text as difference, (count(*) - count(o.difference_minor))::text as unknown
    from ${datesAsRows(dates)}
    join order_results o on o.business_date = d.date and o.region = d.region and o.amount_reason is not null
    where ${heldThen} and ${ofMerchants({ merchants }, 'o.merchant_id')}
    group by d.date, d.region, coalesce(o.paid_currency, o.requested_currency)
    order by 1, 2, 3 nulls first`.execute(session.db);
  return byDate(rows, ({ currency, orders, difference, unknown }) => ({
    currency,
    orders: Number(orders),
    differenceMinor: difference,
    unknown: Number(unknown),
  }));
}

/** The findings on the orders of dates that are open now, by code. */
export async function openFindingsOf(
  session: Session,
  dates: readonly NewestDate[],
  merchants: readonly string[] | undefined,
): Promise<ByDate<FindingFigures>> {
  if (dates.length === 0) return new Map();
  const stored = await storedOf(session, dates, merchants);
  const others = dates.filter((date) => !stored.some((one) => figuresKey(one) === figuresKey(date)));
  const own = sql`o.business_date = d.date and o.region = d.region`;
  const rows = [
    await countsOf(
      session,
      sql`
        select d.date, d.region, f.code, f.orders::text
        from ${runsAsRows(stored)}
        join date_findings f on f.date = d.date and f.region = d.region and f.run_id = d.run`,
    ),
    others.length === 0
      ? []
      : await countsOf(
          session,
          sql`
        select d.date, d.region, o.code, count(*)::text as orders
        from ${datesAsRows(others)}
        join finding_results o on ${own}
        where ${heldThen} and ${ofMerchants({ merchants }, 'o.merchant_id')}
        group by d.date, d.region, o.code`,
        ),
    await countsOf(
      session,
      sql`
        select d.date, d.region, o.code, (-count(*))::text as orders
        from (select * from ${caseAt(undefined)} where state <> 'open') k
        join finding_results o
          on o.order_no = k.case_order_no and o.merchant_id = k.case_merchant_id and o.code = k.case_code
        join ${datesAsRows(dates)} on ${own}
        where ${heldThen} and ${ofMerchants({ merchants }, 'o.merchant_id')}
        group by d.date, d.region, o.code`,
    ),
  ];
  return byDate(summedByCode(rows.flat()), ({ code, orders }) => ({ code, orders }));
}

interface CodeCount extends Dated {
  readonly code: string;
  readonly orders: number;
}

/** A cluster cannot read such counts from a query around them. */
async function countsOf(session: Session, counts: RawBuilder<unknown>): Promise<CodeCount[]> {
  const { rows } = await (counts as RawBuilder<Dated & { code: string; orders: string }>).execute(session.db);
  return rows.map((row) => ({ ...row, orders: Number(row.orders) }));
}

/** The sums of counts that are more than zero, by date, region and code. */
function summedByCode(counts: readonly CodeCount[]): CodeCount[] {
  const sums = new Map<string, CodeCount>();
  for (const count of counts) {
    const key = `${figuresKey(count)} ${count.code}`;
    sums.set(key, { ...count, orders: count.orders + (sums.get(key)?.orders ?? 0) });
  }
  return [...sums.entries()]
    .filter(([, { orders }]) => orders > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, count]) => count);
}

export function byDate<Row extends Dated, Figures>(
  rows: readonly Row[],
  figuresOf: (row: Row) => Figures,
): ByDate<Figures> {
  const dates = new Map<string, Figures[]>();
  for (const row of rows) {
    const key = figuresKey(row);
    const figures = dates.get(key);
    if (figures === undefined) dates.set(key, [figuresOf(row)]);
    else figures.push(figuresOf(row));
  }
  return dates;
}
