/** Reports of what is open on a date, of that date and earlier ones: which of their rows change from one as-of to another. */
import { type RawBuilder, sql } from 'kysely';
import { ageDays } from '../../../reports/ageing.ts';
import type { ReportScope } from '../../../reports/report.ts';
import { heldAt } from '../../../reports/selection.ts';
import type { Session } from '../../database/store.ts';
import { instantOfText } from '../../normalise/instant.ts';
import { fewOrders, type OrderKey } from '../changed-orders.ts';

/** Of such a report, what is needed to make it from the one of the version before. */
export interface OpenRows {
  /** The orders whose rows may be others than they were; undefined if they are too many. */
  changedOrders(session: Session, scope: ReportScope, then: ReportScope): Promise<OrderKey[] | undefined>;
  /** A column whose whole numbers grow in all other rows, and by how much. */
  growth?(scope: ReportScope, then: ReportScope): { readonly column: string; readonly by: number };
}

export const OPEN_ROWS: ReadonlyMap<string, OpenRows> = new Map<string, OpenRows>([
  [
    'stuck-orders',
    {
      changedOrders: (session, scope, then) =>
        fewOrders(session, sql`${rowsSince('order_rows', scope, then)} union all ${withFractions(scope)}`),
      growth: (scope, then) => ({
        column: 'overdue_seconds',
        by: instantOfText(scope.asOf).seconds - instantOfText(then.asOf).seconds,
      }),
    },
  ],
  [
    'findings',
    {
      changedOrders: (session, scope, then) =>
        fewOrders(
          session,
          sql`
            ${rowsSince('finding_rows', scope, then)}
            union all ${decidedSince(scope, then)}
            union all ${ofOtherAge(scope, then)}`,
        ),
    },
  ],
]);

/** Rows that began or ended since. */
function rowsSince(
  table: 'order_rows' | 'finding_rows',
  scope: ReportScope,
  then: ReportScope,
): RawBuilder<unknown> {
  const since = (column: 'from_run' | 'until_run') => sql`
    select order_no, merchant_id from ${sql.table(table)}
    where ${sql.ref(column)} > ${then.run}::integer and ${sql.ref(column)} <= ${scope.run}::integer
      and ${isListed(scope)}`;
  return sql`${since('from_run')} union all ${since('until_run')}`;
}

function isListed({ date, region }: ReportScope): RawBuilder<unknown> {
  return sql`business_date <= ${date}::date and region = ${region}`;
}

/** Of a deadline in whole seconds, the whole seconds until an as-of are those of the as-of's seconds; of others they may differ. */
function withFractions(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select order_no, merchant_id from order_rows
    where outcome = 'STUCK' and ${isListed(scope)} and ${heldAt(scope)}
      and deadline_at <> date_trunc('second', deadline_at)`;
}

/** Findings about which people have decided since. */
function decidedSince(scope: ReportScope, then: ReportScope): RawBuilder<unknown> {
  const since = (column: 'from_entry' | 'until_entry') => sql`
    select order_no, merchant_id from case_states
    where ${sql.ref(column)} > ${then.lastEntry}::bigint and ${sql.ref(column)} <= ${scope.lastEntry}::bigint`;
  return sql`${since('from_entry')} union all ${since('until_entry')}`;
}

/** Findings that are a day older. Each was first seen as of a run, and there are fewer runs than findings. */
function ofOtherAge(scope: ReportScope, then: ReportScope): RawBuilder<unknown> {
  return sql`
    select order_no, merchant_id from finding_rows
    where ${isListed(scope)} and ${heldAt(scope)}
      and first_seen_at = any (array(
        select distinct first_seen_at
        from (select as_of as first_seen_at from runs) r
        where ${ageDays(scope.asOf)} <> ${ageDays(then.asOf)}
      ))`;
}
