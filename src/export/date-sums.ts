import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from '../../reports/report.ts';
import { heldAt, ofMerchants } from '../../reports/selection.ts';
import type { Session } from '../database/store.ts';

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

/** The sums of a date and region, computed from its orders and findings. Stored sums are not used. */
export function freshSumsOf(scope: ReportScope): DateSums {
  return { totals: sql`(${totalsOf(scope)}) as totals`, findings: sql`(${findingsOf(scope)}) as findings` };
}

/**
 * Stores the sums of a date and region, unless the stored ones are current. Summing a million orders takes longer than
 * the rest of a run without news.
 */
export async function keepSums(session: Session, scope: ReportScope): Promise<void> {
  if ((await keptRun(session, scope)) !== undefined) return;
  const { date, region, run } = scope;
  await sql`
    insert into date_totals (date, region, run_id, outcome, currency, paid_currency, is_paid, orders, requested_minor,
                             paid_minor)
    select ${date}::date, ${region}, ${run}::integer, t.outcome, t.currency, t.paid_currency, t.is_paid, t.orders,
           t.requested_minor, t.paid_minor
    from (${totalsOf(scope)}) t`.execute(session.db);
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

function findingsOf(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select code, count(*) as orders, min(order_no) as example
    from finding_rows
    where business_date = ${scope.date}::date and region = ${scope.region} and ${heldAt(scope)}
      and ${ofMerchants(scope)}
    group by code`;
}

/**
 * The newest run, up to the scope's, whose stored sums are still valid; undefined if there is none. Sums are stored of
 * all merchants together.
 */
async function keptRun(
  session: Session,
  { date, region, run, merchants }: ReportScope,
): Promise<number | undefined> {
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
  return row?.is_current === true && row.run_id !== null ? row.run_id : undefined;
}
