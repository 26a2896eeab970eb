import { sql } from 'kysely';
import { auditHead } from '../../audit/audit-head.ts';
import type { Session } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Run } from '../../reconcile/run.ts';
import type { CaseState } from './decision.ts';
import { type CaseChange, keepDecisions } from './keep-decisions.ts';

/** The name under which the program reopens findings. */
export const PROGRAM = 'payin-recon';

interface Contradicted {
  readonly order_no: string;
  readonly merchant_id: string;
  readonly code: string;
  readonly region: string;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly finding_reason: string | null;
  readonly state: CaseState['state'];
  readonly assignee: string | null;
  readonly note: string | null;
  readonly state_reason: string | null;
  readonly decided_expected: string | null;
  readonly decided_actual: string | null;
  readonly decided_reason: string | null;
}

/**
 * Reopens every finding that a person has closed and whose values this run changed. An audit entry says what changed.
 * Call it in the run's transaction, after the results are written and before the reports, so that the reports include
 * these entries.
 * @param at when the run was started
 * @returns the run with the new head of the audit trail
 */
export async function reopenContradicted(session: Session, run: Run, at: Instant): Promise<Run> {
  const changes = (await contradicted(session, run)).map(changeOf);
  if (changes.length === 0) return run;
  await keepDecisions(session, { at, who: PROGRAM }, changes);
  const { entry } = await auditHead(session);
  await session.db
    .updateTable('runs')
    .set({ last_entry: String(entry) })
    .where('run_id', '=', run.runId)
    .execute();
  return { ...run, lastEntry: entry };
}

/** Closed findings that this run changed. A finding that disappeared and came back counts as changed. */
async function contradicted(session: Session, run: Run): Promise<Contradicted[]> {
  const { rows } = await sql<Contradicted>`
    select f.order_no, f.merchant_id, f.code, f.region, f.expected, f.actual, f.reason as finding_reason, c.state,
           c.assignee, c.note, c.reason as state_reason, c.expected as decided_expected, c.actual as decided_actual,
           c.finding_reason as decided_reason
    from finding_results f
    join case_states c
      on c.order_no = f.order_no
     and c.merchant_id = f.merchant_id
     and c.code = f.code
     and c.until_entry is null
     and c.state <> 'open'
    where f.from_run = ${run.runId}::integer
      and f.until_run is null
      and (f.expected, f.actual, f.reason) is distinct from (c.expected, c.actual, c.finding_reason)
    order by f.merchant_id collate "C", f.order_no collate "C", f.code collate "C"`.execute(session.db);
  return rows;
}

function changeOf(row: Contradicted): CaseChange {
  const text = whyOf(row);
  const before: CaseState = {
    state: row.state,
    assignee: row.assignee,
    note: row.note,
    reason: row.state_reason,
    expected: row.decided_expected,
    actual: row.decided_actual,
    findingReason: row.decided_reason,
  };
  const after: CaseState = {
    ...before,
    state: 'open',
    reason: text,
    expected: row.expected,
    actual: row.actual,
    findingReason: row.finding_reason,
  };
  return { finding: row, action: 'reopen', text, before, after };
}

/** @example 'actual was BRL 123.00 and is BRL 124.00 now' */
function whyOf(row: Contradicted): string {
  const sides = [
    ['expected', row.decided_expected, row.expected],
    ['actual', row.decided_actual, row.actual],
    ['reason', row.decided_reason, row.finding_reason],
  ] as const;
  return sides
    .filter(([, then, now]) => then !== now)
    .map(([side, then, now]) => `${side} was ${then ?? 'empty'} and is ${now ?? 'empty'} now`)
    .join('; ');
}
