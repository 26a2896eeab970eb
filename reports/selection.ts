import { type AliasedExpression, type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Column, ReportScope } from './report.ts';

/** Whether a row of results is valid at the scope's run. */
export function heldAt(scope: Pick<ReportScope, 'run'>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(from_run <= ${scope.run}::integer and (until_run is null or until_run > ${scope.run}::integer))`;
}

/** Whether a row belongs to one of the scope's merchants, if it has any. */
export function ofMerchants(
  { merchants }: Pick<ReportScope, 'merchants'>,
  column = 'merchant_id',
): RawBuilder<SqlBool> {
  if (merchants === undefined) return sql<SqlBool>`true`;
  const merchant = sql.ref(column);
  // An index in the order of merchants gives the rows of one in their order, but not those of a list.
  if (merchants.length === 1) return sql<SqlBool>`${merchant} = ${merchants[0]}::text`;
  return sql<SqlBool>`${merchant} = any (${[...merchants]}::text[])`;
}

/** Columns of results with collation "C" that are never null: an index gives their order without sorting. */
const ALWAYS_THERE: readonly string[] = ['merchant_id', 'order_no'];

/** Orders rows bytewise by these columns as text, absent values first. */
export function bytewise(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    columns.map((column) =>
      ALWAYS_THERE.includes(column)
        ? sql`${sql.ref(column)} collate "C"`
        : sql`${sql.ref(column)}::text collate "C" nulls first`,
    ),
  );
}

/** Currency of an order's difference: the common one, or the only one. */
export const differenceCurrency = sql<string | null>`coalesce(paid_currency, requested_currency)`.as(
  'difference_currency',
);

/** Columns of the decisions about a finding; their names differ from the finding's own. */
export interface CaseRow {
  case_order_no: string;
  case_merchant_id: string;
  case_code: string;
  state: string;
  assignee: string | null;
  note: string | null;
  state_reason: string | null;
  decided_expected: string | null;
  decided_actual: string | null;
  decided_reason: string | null;
  awaiting_by: string | null;
  awaiting_reason: string | null;
  awaiting_currency: string | null;
  awaiting_amount_minor: string | null;
  /** Number of the entry of the audit trail from which this state holds. */
  newest_entry: string;
}

/** Cases as of an entry of the audit trail, or current ones; one row per finding with a decision. */
export function caseAt(lastEntry: number | undefined): AliasedRawBuilder<CaseRow, 'cases'> {
  const held =
    lastEntry === undefined
      ? sql`until_entry is null`
      : sql`from_entry <= ${lastEntry}::bigint and (until_entry is null or until_entry > ${lastEntry}::bigint)`;
  return sql<CaseRow>`(
    select order_no as case_order_no, merchant_id as case_merchant_id, code as case_code, state, assignee, note,
           reason as state_reason, expected as decided_expected, actual as decided_actual,
           finding_reason as decided_reason, awaiting_by, awaiting_reason, awaiting_currency, awaiting_amount_minor,
           from_entry as newest_entry
    from case_states
    where ${held}
  )`.as<'cases'>(sql`cases`);
}

/** Severity and explanation of each code as rows to join. */
export function findingKinds(
  kinds: ReportScope['findingKinds'],
): AliasedRawBuilder<{ kind_code: string; severity: string; explanation: string }, 'kinds'> {
  const rows = sql.join(
    kinds.map(
      ({ code, severity, explanation }) => sql`(${code}::text, ${severity}::text, ${explanation}::text)`,
    ),
  );
  return sql<{ kind_code: string; severity: string; explanation: string }>`(values ${rows})`.as<'kinds'>(
    sql`kinds (kind_code, severity, explanation)`,
  );
}

/** Selects only what the cells of these columns need, because a date can have millions of rows. */
export function madeFrom(columns: readonly Column[]): Array<AliasedExpression<unknown, string>> {
  const names = columns.flatMap(({ name, from = name, currency, region }) => [from, currency, region]);
  return [...new Set(names.filter((name) => name !== undefined))].map((name) =>
    name === 'difference_currency' ? differenceCurrency : sql.ref(name).as(name),
  );
}
