import { sql } from 'kysely';
import type { ReportScope } from '../../../reports/report.ts';
import { caseAt, heldAt } from '../../../reports/selection.ts';
import { type Coverage, readCoverage } from '../../coverage/coverage.ts';
import type { Session } from '../../database/store.ts';
import { type OutcomeTotal, outcomeTotals, sumsOf } from '../../export/date-sums.ts';
import { type StatementSums, statementSums } from '../../export/statement-sums.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { bySeverity, type Severity } from '../../settings/severity.ts';
import { type PaidTotal, paidTotals } from '../total/paid-totals.ts';

/** The findings of one code on a date. */
export interface FindingTotal {
  readonly code: string;
  readonly severity: Severity;
  readonly orders: number;
  /** One order with the finding, as an example. */
  readonly example: string;
}

/** The results of one date and region in brief. */
export interface RegionSummary {
  readonly date: string;
  readonly region: string;
  readonly outcomes: readonly OutcomeTotal[];
  /** Open findings of the date's orders, the highest severity first; of a closed date as known now, not as its final version. */
  readonly findings: readonly FindingTotal[];
  /** Number of STUCK orders of earlier dates. */
  readonly stuckBefore: number;
  /** Their first and last business date; null if there are none. */
  readonly stuckBeforeDates: { readonly first: string; readonly last: string } | null;
  /** Payments made on this date. Their orders may have another business date. */
  readonly paid: readonly PaidTotal[];
  /** How far the data covers the date. */
  readonly coverage: Coverage;
  /** What statements say; absent if the run knew none. */
  readonly statements?: StatementSums;
}

interface FindingCount {
  readonly code: string;
  readonly orders: string;
  readonly example: string | null;
}

/**
 * Summarises a run's results for one date and region.
 * @param now the date at the run whose open findings are shown
 * @returns undefined if the run kept no coverage of the region, because its settings did not name it
 */
export async function summarise(
  session: Session,
  scope: ReportScope,
  now: ReportScope = scope,
): Promise<RegionSummary | undefined> {
  const coverage = await readCoverage(session, scope);
  if (coverage === undefined) return undefined;
  const sums = await sumsOf(session, scope);
  const stuck = await sql<{ orders: string; first: string | null; last: string | null }>`
    select count(*) as orders, min(business_date)::text as first, max(business_date)::text as last
    from order_rows
    where business_date < ${scope.date}::date and region = ${scope.region} and outcome = 'STUCK' and ${heldAt(scope)}`.execute(
    session.db,
  );
  const statements = await statementSums(session, scope);
  const { orders: stuckBefore = '0', first = null, last = null } = stuck.rows[0] ?? {};
  return {
    date: scope.date,
    region: scope.region,
    outcomes: await outcomeTotals(session, sums),
    findings: await openFindings(session, now),
    stuckBefore: Number(stuckBefore),
    stuckBeforeDates: first === null || last === null ? null : { first, last },
    paid: await paidTotals(session, scope),
    coverage,
    ...(statements === undefined ? {} : { statements }),
  };
}

/** The open findings of a date's orders at a run, the highest severity first. */
async function openFindings(session: Session, scope: ReportScope): Promise<FindingTotal[]> {
  const { findings } = await sumsOf(session, scope);
  const { rows } = await sql<FindingCount>`select code, orders, example from ${findings}`.execute(session.db);
  const open = await withoutClosed(session, scope, rows);
  return RULES.flatMap(({ code, severity }) => {
    const row = open.find((found) => found.code === code);
    return row === undefined
      ? []
      : [{ code, severity, orders: Number(row.orders), example: row.example ?? '' }];
  }).sort(bySeverity);
}

/** Subtracts findings that people have closed. They are few, so only their codes are counted again. */
async function withoutClosed(
  session: Session,
  scope: ReportScope,
  found: readonly FindingCount[],
): Promise<readonly FindingCount[]> {
  const cases = caseAt(scope.lastEntry);
  const closed = await sql<{ case_code: string }>`
    select distinct case_code from ${cases} where state <> 'open'`.execute(session.db);
  const codes = closed.rows
    .map((row) => row.case_code)
    .filter((code) => found.some((one) => one.code === code));
  if (codes.length === 0) return found;
  const open = await sql<FindingCount>`
    select code, count(*) as orders, min(order_no) as example
    from finding_rows
    left join ${cases} on case_order_no = order_no and case_merchant_id = merchant_id and case_code = code
    where business_date = ${scope.date}::date
      and region = ${scope.region}
      and ${heldAt(scope)}
      and code = any (${codes}::text[])
      and coalesce(state, 'open') = 'open'
    group by code`.execute(session.db);
  return [...found.filter(({ code }) => !codes.includes(code)), ...open.rows];
}
