import { type RawBuilder, sql } from 'kysely';
import { auditHead } from '../../audit/audit-head.ts';
import type { Session } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Run } from '../../reconcile/run.ts';
import type { FindingKey } from './current-findings.ts';
import { type CaseState, type StoredState, storedState } from './decision.ts';
import { type CaseChange, keepDecisions } from './keep-decisions.ts';
import { amountText, isAmong, writeOffAmounts } from './write-off-amount.ts';

/** The name under which the program reopens findings. */
export const PROGRAM = 'payin-recon';

/** A finding in the newest results, with the values that it has now, and the state of its case. */
interface FoundCase extends FindingKey, StoredState {
  readonly region: string;
  readonly expected_now: string | null;
  readonly actual_now: string | null;
  readonly reason_now: string | null;
}

/**
 * Reopens every finding that a person has closed and whose values this run changed, and declines every request to write
 * off a finding whose values or amount are others now. An audit entry says what changed.
 * Call it in the run's transaction, after the results are written and before the reports, so that the reports include
 * these entries.
 * @param at when the run was started
 * @param since number of the first run whose changes count: that of an earlier as-of, after which this one sets results back
 * @returns the run with the new head of the audit trail
 */
export async function reopenContradicted(
  session: Session,
  run: Run,
  at: Instant,
  since = run.runId,
): Promise<Run> {
  const changes = [
    ...(await contradicted(session, since)).map(reopening),
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

/** Closed findings that runs have changed since. A finding that disappeared and came back counts as changed. */
function contradicted(session: Session, since: number): Promise<FoundCase[]> {
  return currentCases(
    session,
    sql`c.state <> 'open'
        and f.from_run >= ${since}::integer
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
    const before = storedState(row);
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

async function currentCases(session: Session, which: RawBuilder<unknown>): Promise<FoundCase[]> {
  const { rows } = await sql<FoundCase>`
    select f.order_no, f.merchant_id, f.code, f.region, f.expected as expected_now, f.actual as actual_now,
           f.reason as reason_now, c.state, c.assignee, c.note, c.reason, c.expected, c.actual, c.finding_reason,
           c.awaiting_by, c.awaiting_reason, c.awaiting_currency, c.awaiting_amount_minor
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

function reopening(row: FoundCase): CaseChange {
  const text = whyOf(row).join('; ');
  const before = storedState(row);
  const after: CaseState = {
    ...before,
    state: 'open',
    reason: text,
    expected: row.expected_now,
    actual: row.actual_now,
    findingReason: row.reason_now,
  };
  return { finding: row, action: 'reopen', text, before, after };
}

/** @example ['actual was BRL 123.00 and is BRL 124.00 now'] */
function whyOf(row: FoundCase): string[] {
  const sides = [
    ['expected', row.expected, row.expected_now],
    ['actual', row.actual, row.actual_now],
    ['reason', row.finding_reason, row.reason_now],
  ] as const;
  return sides
    .filter(([, then, now]) => then !== now)
    .map(([side, then, now]) => `${side} was ${then ?? 'empty'} and is ${now ?? 'empty'} now`);
}
