import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReportScope } from './report.ts';

/** Whether a row of results held at the scope's run. */
export function heldAt(scope: ReportScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(from_run <= ${scope.run}::integer and (until_run is null or until_run > ${scope.run}::integer))`;
}

/** Whether a row is of the scope's merchant, if it names one. */
export function ofMerchant(scope: ReportScope): RawBuilder<SqlBool> {
  return scope.merchant === undefined ? sql<SqlBool>`true` : sql<SqlBool>`merchant_id = ${scope.merchant}`;
}

/** Orders rows bytewise by these columns as text, absent values first. */
export function bytewise(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql`${sql.ref(column)}::text collate "C" nulls first`));
}

/** The currency of an order's difference: the one that both sides have, or the only one that is there. */
export const differenceCurrency = sql<string | null>`coalesce(paid_currency, requested_currency)`.as(
  'difference_currency',
);
