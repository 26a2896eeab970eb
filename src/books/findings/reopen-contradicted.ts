import { type RawBuilder, sql } from 'kysely';
import { auditHead } from '../../audit/audit-head.ts';
import type { Session } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Run } from '../../reconcile/run.ts';
import { type CaseState, requestOf } from './decision.ts';
import { type CaseChange, keepDecisions } from './keep-decisions.ts';
import { amountText, isAmong, writeOffAmounts } from './write-off-amount.ts';

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
  readonly awaiting_by: string | null;
  readonly awaiting_reason: string | null;
  readonly awaiting_currency: string | null;
  readonly awaiting_amount_minor: string | null;
}

/**
 * Reopens every finding that a person has closed and whose values this run changed, and declines every request to write
 * off a finding whose values or amount are others now. An audit entry says what changed.
 * Call it in the run's transaction, after the results are written and before the reports, so that the reports include
 * these entries.
 * @param at when the run was started
 * @returns the run with the new head of the audit trail
 */
export async function reopenContradicted(session: Session, run: Run, at: Instant): Promise<Run> {
  const changes = [
    ...(await contradicted(session, run)).map(reopening),
    ...(await outdatedRequests(session)),
  ];
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
function contradicted(session: Session, run: Run): Promise<Contradicted[]> {
  return currentCases(
    session,
    sql`c.state <> 'open'
        and f.from_run = ${run.runId}::integer
        and (f.expected, f.actual, f.reason) is distinct from (c.expected, c.actual, c.finding_reason)`,
  );
}

/**
 * The end of requests that are about other values than those of the newest results. Not only findings that this run
 * changed: an amount can change without its finding.
 */
async function outdatedRequests(session: Session): Promise<CaseChange[]> {
  const waiting = await currentCases(session, sql`c.awaiting_by is not null`);
  const amountsOf = await writeOffAmounts(session, waiting);
  return waiting.flatMap((row) => {
    const before = stateOf(row);
    const amounts = amountsOf(row);
    const why = [
      ...whyOf(row),
      ...(before.awaiting === null || isAmong(before.awaiting, amounts)
        ? []
        : [`the amount was ${amountText(before.awaiting)} and is ${amounts.map(amountText).join(', ')} now`]),
    ];
    const after = { ...before, awaiting: null };
    return why.length === 0 ? [] : [{ finding: row, action: 'decline', text: why.join('; '), before, after }];
  });
}

async function currentCases(session: Session, which: RawBuilder<unknown>): Promise<Contradicted[]> {
  const { rows } = await sql<Contradicted>`
    select f.order_no, f.merchant_id, f.code, f.region, f.expected, f.actual, f.reason as finding_reason, c.state,
           c.assignee, c.note, c.reason as state_reason, c.expected as decided_expected, c.actual as decided_actual,
           c.finding_reason as decided_reason, c.awaiting_by, c.awaiting_reason, c.awaiting_currency,
           c.awaiting_amount_minor
    from finding_results f
    join case_states c
      on c.order_no = f.order_no
     and c.merchant_id = f.merchant_id
     and c.code = f.code
     and c.until_entry is null
    where f.until_run is null
      and ${which}
    order by f.merchant_id collate "C", f.order_no collate "C", f.code collate "C"`.execute(session.db);
  return rows;
}

function stateOf(row: Contradicted): CaseState {
  return {
    state: row.state,
    assignee: row.assignee,
    note: row.note,
    reason: row.state_reason,
    expected: row.decided_expected,
    actual: row.decided_actual,
    findingReason: row.decided_reason,
    awaiting: requestOf(row),
  };
}

function reopening(row: Contradicted): CaseChange {
  const text = whyOf(row).join('; ');
  const before = stateOf(row);
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

/** @example ['actual was BRL 123.00 and is BRL 124.00 now'] */
function whyOf(row: Contradicted): string[] {
  const sides = [
    ['expected', row.decided_expected, row.expected],
    ['actual', row.decided_actual, row.actual],
    ['reason', row.decided_reason, row.finding_reason],
  ] as const;
  return sides
    .filter(([, then, now]) => then !== now)
    .map(([side, then, now]) => `${side} was ${then ?? 'empty'} and is ${now ?? 'empty'} now`);
}
