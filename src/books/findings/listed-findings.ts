import { sql } from 'kysely';
import { AGE_BUCKETS, type AgeBucket } from '../../../reports/ageing.ts';
import { text } from '../../../reports/columns.ts';
import { findings } from '../../../reports/findings.ts';
import type { Column } from '../../../reports/report.ts';
import { cursorRows, type Session } from '../../database/store.ts';
import { bySeverity, type Severity } from '../../settings/severity.ts';
import { type CurrentFinding, type FindingFilter, newestAsOf, selectFindings } from './current-findings.ts';
import { amountsText, writeOffAmounts } from './write-off-amount.ts';

/** The number of findings of one severity and age. */
export interface FindingCount {
  readonly severity: Severity;
  readonly age_bucket: AgeBucket;
  readonly findings: number;
}

/** A list of findings: how many there are in all, and the rows in blocks with the highest severity first. */
export interface FindingList {
  /** Ages are counted up to this time, as PostgreSQL writes it in UTC; null before the first run. */
  readonly asOf: string | null;
  readonly totals: readonly FindingCount[];
  readonly blocks: AsyncIterable<readonly CurrentFinding[]>;
  /** What writing off each of these findings would give up, in their order. */
  readonly writeOffsOf: (findings: readonly CurrentFinding[]) => Promise<readonly string[]>;
}

/**
 * Columns of a list as CSV: those of findings.csv, the state, two for a person to fill in, and what is compared when they
 * are applied.
 */
export const LIST_COLUMNS: readonly Column[] = [
  ...findings.columns,
  text('state', 'open, resolved, accepted or written-off', 'open'),
  text('state_reason', 'Why it is closed, or open again', 'it shows other values'),
  text('action', 'What to do; for payin-recon findings apply', 'resolve'),
  text('note', 'What is to be said with it', 'asked the provider'),
  { ...text('awaiting', 'Who asked for approval to write it off', 'ana'), from: 'awaiting_by' },
  text('awaiting_amount', 'The amount of that request', 'BRL 150.00'),
  text('write_off_amount', 'What writing it off would give up', 'BRL 5.00'),
  text('newest_entry', 'Number of the newest entry about it in the audit trail', '42'),
];

/** Lists the current findings that match a filter, as of the newest run. Call it within a transaction. */
export async function listFindings(session: Session, filter: FindingFilter): Promise<FindingList> {
  const asOf = await newestAsOf(session);
  const writeOffsOf = async (rows: readonly CurrentFinding[]) => {
    const amountsOf = await writeOffAmounts(session, rows);
    return rows.map((row) => amountsText(amountsOf(row)));
  };
  if (asOf === undefined) return { asOf: null, totals: [], blocks: nothing(), writeOffsOf };
  const query = selectFindings(session.db, asOf, filter);
  const { rows } = await sql<{ severity: Severity; age_bucket: AgeBucket; findings: string }>`
    select severity, age_bucket, count(*) as findings
    from (${query.clearOrderBy()}) listed
    group by severity, age_bucket`.execute(session.db);
  const totals = rows
    .map((row) => ({ ...row, findings: Number(row.findings) }))
    .sort(
      (a, b) => bySeverity(a, b) || AGE_BUCKETS.indexOf(a.age_bucket) - AGE_BUCKETS.indexOf(b.age_bucket),
    );
  return { asOf, totals, blocks: cursorRows<CurrentFinding>(session, query.compile()), writeOffsOf };
}

async function* nothing(): AsyncGenerator<readonly CurrentFinding[]> {}
