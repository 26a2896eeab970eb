import { sql } from 'kysely';
import { type AgeBucket, ageBucket } from '../../../reports/ageing.ts';
import { caseAt } from '../../../reports/selection.ts';
import type { Session } from '../../database/store.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import type { Severity } from '../../settings/severity.ts';
import { currentFindings, type FindingFilter, matching, newestAsOf } from '../findings/current-findings.ts';

/** How many current findings have a region, code and age. */
export interface CodeAndAge {
  /** Name of the region, `''` for orders without one. */
  readonly region: string;
  readonly code: string;
  readonly severity: Severity;
  readonly age_bucket: AgeBucket;
  readonly findings: number;
}

interface CountRow {
  readonly region: string;
  readonly code: string;
  readonly age_bucket: AgeBucket;
  readonly findings: string;
}

/**
 * Counts the current findings that match a filter by region, code and age, as of the newest run. Filters by code,
 * severity, region, merchant, date and age read an index only. Call it within a transaction.
 */
export async function countFindings(session: Session, filter: FindingFilter): Promise<CodeAndAge[]> {
  const asOf = await newestAsOf(session);
  if (asOf === undefined) return [];
  const rows = isInIndex(filter) ? await byIndex(session, asOf, filter) : await byRows(session, asOf, filter);
  return RULES.flatMap(({ code, severity }) =>
    rows
      .filter((row) => row.code === code && row.findings !== '0')
      .map((row) => ({ ...row, severity, findings: Number(row.findings) })),
  );
}

function isInIndex({ states, assignee, order, method, text, awaiting }: FindingFilter): boolean {
  const isOfState = states !== undefined && !(states.length === 1 && states[0] === 'open');
  return !isOfState && assignee === undefined && (order ?? method ?? text ?? awaiting) === undefined;
}

/** All current findings less those of other states than the filter's, which are few. */
async function byIndex(session: Session, asOf: string, filter: FindingFilter): Promise<CountRow[]> {
  const { severity, severities, states, ...rest } = filter;
  const isWanted = (own: Severity) => (severity ?? own) === own && (severities ?? [own]).includes(own);
  const codes = RULES.filter((rule) => isWanted(rule.severity)).map(({ code }) => code);
  const condition = sql`code = any (${codes}::text[]) and ${matching(rest, asOf)}`;
  const closed =
    states === undefined
      ? sql`where false`
      : sql`
        join ${caseAt(undefined)}
          on case_order_no = order_no and case_merchant_id = merchant_id and case_code = code and state <> 'open'
        where until_run is null and ${condition}`;
  const { rows } = await sql<CountRow>`
    select region, code, age_bucket, sum(findings)::text as findings
    from (
      select region, code, ${ageBucket(asOf)} as age_bucket, count(*) as findings
      from finding_results
      where until_run is null and ${condition}
      group by 1, 2, 3
      union all
      select region, code, ${ageBucket(asOf)}, -count(*)
      from finding_results
      ${closed}
      group by 1, 2, 3
    ) c
    group by region, code, age_bucket
    order by region collate "C", code collate "C", age_bucket collate "C"`.execute(session.db);
  return rows;
}

async function byRows(session: Session, asOf: string, filter: FindingFilter): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select region, code, age_bucket, count(*)::text as findings
    from (${currentFindings(session.db, asOf).where(matching(filter, asOf))}) listed
    group by region, code, age_bucket
    order by region collate "C", code collate "C", age_bucket collate "C"`.execute(session.db);
  return rows;
}
