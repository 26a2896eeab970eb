import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from '../../reports/report.ts';
import { comparedOrders } from '../../reports/restatement.ts';
import { heldAt, ofMerchants } from '../../reports/selection.ts';
import type { Session } from '../database/store.ts';
import { changedOrders } from './changed-orders.ts';

/** The sums of a date and region, as relations to select from. */
export interface DateSums {
  /**
   * outcome, currency, paid_currency, is_paid, orders, requested_minor, paid_minor: one row for each group of the first
   * four.
   */
  readonly totals: RawBuilder<unknown>;
  /** code, orders, example: one row for each code. */
  readonly findings: RawBuilder<unknown>;
}

/** The sums of a date and region: the stored ones if no fact has changed since, otherwise computed from its orders. */
export async function sumsOf(session: Session, scope: ReportScope): Promise<DateSums> {
  const kept = await keptRun(session, scope);
  if (kept === undefined) return freshSumsOf(scope);
  const ofRun = sql`date = ${scope.date}::date and region = ${scope.region} and run_id = ${kept}::integer`;
  return {
    totals: sql`(select * from date_totals where ${ofRun}) as totals`,
    findings: sql`(select * from date_findings where ${ofRun}) as findings`,
  };
}

/** The orders of one outcome and currency; money in minor units. */
export interface OutcomeTotal {
  readonly outcome: string;
  readonly currency: string | null;
  readonly orders: number;
  readonly requestedMinor: string;
  readonly paidMinor: string;
}

/** Sums by outcome and currency, in this order; of what was paid, what is in the currency of the order. */
export async function outcomeTotals(session: Session, { totals }: DateSums): Promise<OutcomeTotal[]> {
  const { rows } = await sql<
    Record<'outcome' | 'orders' | 'requested' | 'paid', string> & { currency: string | null }
  >`
    select outcome, currency, sum(orders) as orders, sum(requested_minor) as requested,
           coalesce(sum(paid_minor) filter (where paid_currency is not distinct from currency), 0) as paid
    from ${totals}
    group by outcome, currency
    order by outcome collate "C", currency collate "C" nulls first`.execute(session.db);
  return rows.map(({ outcome, currency, orders, requested, paid }) => ({
    ...{ outcome, currency, orders: Number(orders), requestedMinor: requested, paidMinor: paid },
  }));
}

/** The sums of a date and region, computed from its orders and findings. Stored sums are not used. */
export function freshSumsOf(scope: ReportScope): DateSums {
  return { totals: sql`(${totalsOf(scope)}) as totals`, findings: sql`(${findingsOf(scope)}) as findings` };
}

/**
 * Stores the sums of a date and region, unless the stored ones are current. Summing a million orders takes longer than
 * the rest of a run without news; where few orders changed, the newest stored sums are changed by them.
 */
export async function keepSums(session: Session, scope: ReportScope): Promise<void> {
  const kept = await newestSums(session, scope);
  if (kept?.isCurrent === true) return;
  const { date, region, run } = scope;
  const totals =
    kept !== undefined && (await isOfFewOrders(session, scope, kept.run))
      ? totalsSince(scope, kept.run)
      : totalsOf(scope);
  await sql`
    insert into date_totals (date, region, run_id, outcome, currency, paid_currency, is_paid, orders, requested_minor,
                             paid_minor)
    select ${date}::date, ${region}, ${run}::integer, t.outcome, t.currency, t.paid_currency, t.is_paid, t.orders,
           t.requested_minor, t.paid_minor
    from (${totals}) t`.execute(session.db);
  await sql`
    insert into date_findings (date, region, run_id, code, orders, example)
    select ${date}::date, ${region}, ${run}::integer, f.code, f.orders, f.example
    from (${findingsOf(scope)}) f`.execute(session.db);
}

function totalsOf(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select outcome, currency, paid_currency, payments > 0 as is_paid, count(*) as orders,
           coalesce(sum(requested_minor), 0) as requested_minor, coalesce(sum(paid_minor), 0) as paid_minor
    from order_rows
    where business_date = ${scope.date}::date and region = ${scope.region} and ${heldAt(scope)}
      and ${ofMerchants(scope)}
    group by outcome, currency, paid_currency, payments > 0`;
}

/** Whether few orders of the date changed since a run. */
async function isOfFewOrders(session: Session, scope: ReportScope, run: number): Promise<boolean> {
  const since = { ...scope, before: { run, zoneOf: scope.zoneOf } };
  return (await changedOrders(session, since, comparedOrders)) !== undefined;
}

/** The same as {@link totalsOf}, from the stored totals of an earlier run and the rows that began or ended since. */
function totalsSince(scope: ReportScope, kept: number): RawBuilder<unknown> {
  const ofDate = sql`business_date = ${scope.date}::date and region = ${scope.region}`;
  const rowsOf = (sign: '+' | '-', which: RawBuilder<unknown>) => sql`
    select outcome, currency, paid_currency, payments > 0, ${sql.raw(sign)} 1, ${sql.raw(sign)} coalesce(requested_minor, 0),
           ${sql.raw(sign)} coalesce(paid_minor, 0)
    from order_rows
    where ${ofDate} and ${which}`;
  return sql`
    select outcome, currency, paid_currency, is_paid, sum(orders) as orders, sum(requested_minor) as requested_minor,
           sum(paid_minor) as paid_minor
    from (
      select outcome, currency, paid_currency, is_paid, orders, requested_minor, paid_minor
      from date_totals
      where date = ${scope.date}::date and region = ${scope.region} and run_id = ${kept}::integer
      union all
      ${rowsOf('+', sql`from_run > ${kept}::integer and ${heldAt(scope)}`)}
      union all
      ${rowsOf('-', sql`from_run <= ${kept}::integer and until_run > ${kept}::integer and until_run <= ${scope.run}::integer`)}
    ) parts
    group by outcome, currency, paid_currency, is_paid
    having sum(orders) > 0`;
}

function findingsOf(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select code, count(*) as orders, min(order_no) as example
    from finding_rows
    where business_date = ${scope.date}::date and region = ${scope.region} and ${heldAt(scope)}
      and ${ofMerchants(scope)}
    group by code`;
}

interface StoredSums {
  readonly run: number;
  /** Whether no fact of the date has changed since. */
  readonly isCurrent: boolean;
}

/** The run of the stored sums, if they are current. */
async function keptRun(session: Session, scope: ReportScope): Promise<number | undefined> {
  const newest = await newestSums(session, scope);
  return newest?.isCurrent === true ? newest.run : undefined;
}

/** The newest stored sums, up to the scope's run; undefined if there are none. Sums are stored of all merchants together. */
async function newestSums(
  session: Session,
  { date, region, run, merchants }: ReportScope,
): Promise<StoredSums | undefined> {
  if (merchants !== undefined) return undefined;
  const found = await sql<{ run_id: number | null; is_current: boolean }>`
    with summed as (
      select max(run_id) as run_id
      from date_totals
      where date = ${date}::date and region = ${region} and run_id <= ${run}::integer
    )
    select run_id, not exists (
             select from changed_dates c
             where c.date = ${date}::date and c.region = ${region}
               and c.run_id > s.run_id and c.run_id <= ${run}::integer
           ) as is_current
    from summed s`.execute(session.db);
  const [row] = found.rows;
  return row === undefined || row.run_id === null
    ? undefined
    : { run: row.run_id, isCurrent: row.is_current };
}
