import { sql } from 'kysely';
import type { Alert } from '../../alerts/alert.ts';
import type { Session } from '../../database/store.ts';
import { describeFault, Fault } from '../../errors.ts';
import { addSeconds, formatInstant, type Instant } from '../../normalise/instant.ts';
import { failureAlert } from './end-run.ts';
import type { JobPlan, JobRun } from './job-run.ts';
import { pauseSeconds } from './retry-after.ts';
import { runOfRow, updateRun } from './stored-run.ts';

/**
 * Makes aborted runs due again: those started by a process that no longer exists. Since the caller holds the store's
 * lock, no such run can still be in progress. The attempt is counted, so that a run that crashes its process each time
 * waits and is reported like a failed one. Call it only in a transaction.
 * @param attempts failures before an alert is sent, once
 */
export async function releaseCutOff(
  session: Session,
  { at, attempts }: { readonly at: Instant; readonly attempts: number },
): Promise<{ readonly runs: readonly JobRun[]; readonly alerts: readonly Alert[] }> {
  const rows = await session.db
    .updateTable('job_runs')
    .set((e) => ({
      outcome: sql<string>`case when by_hand then 'failed' else 'due' end`,
      failures: e('failures', '+', 1),
      fault: describeFault(CUT_OFF),
    }))
    .where('outcome', '=', 'running')
    .returningAll()
    .execute();
  const runs = rows.map(runOfRow);
  const alerts: Alert[] = [];
  for (const run of runs) {
    if (run.startedManually) continue;
    const isFirst = run.failures === 1;
    const retryAt = isFirst ? at : addSeconds(at, pauseSeconds(run.failures));
    if (!isFirst) await updateRun(session, run, { outcome: 'failed', retry_at: formatInstant(retryAt) });
    if (run.isReported || run.failures < attempts) continue;
    await updateRun(session, run, { is_reported: true });
    alerts.push(failureAlert(run, CUT_OFF, retryAt));
  }
  return { runs, alerts };
}

/**
 * Makes runs due again that are done except for their alerts, which were held until all sources were read completely.
 */
export async function releaseHeld(session: Session): Promise<void> {
  await session.db
    .updateTable('job_runs')
    .set({ outcome: 'due', held: false })
    .where((e) => e.and({ held: true, outcome: 'done', by_hand: false }))
    .execute();
}

const CUT_OFF = new Fault('INTERRUPTED', { found: 'its process ended before it did' });

/** Starts the oldest run that is due or to be retried; of equal ones, the first by plan. Undefined if there is none. */
export async function takeRun(
  session: Session,
  plans: readonly JobPlan[],
  at: Instant,
): Promise<JobRun | undefined> {
  const now = formatInstant(at);
  const reached = sql<string>`${now}::timestamptz`;
  const rows = await session.db
    .selectFrom('job_runs')
    .selectAll()
    .where('by_hand', '=', false)
    // A clock that was ahead has recorded runs that are not due yet.
    .where('due_at', '<=', reached)
    .where((e) =>
      e.or([e('outcome', '=', 'due'), e.and([e('outcome', '=', 'failed'), e('retry_at', '<=', reached)])]),
    )
    .orderBy('due_at')
    .execute();
  // Skip runs whose plan is no longer in the settings.
  const turnOf = (one: { job: string; region: string }) =>
    plans.findIndex((plan) => plan.job === one.job && plan.region === one.region);
  const planned = rows.filter((one) => turnOf(one) !== -1);
  const [row] = planned
    .filter((one) => one.due_at === planned[0]!.due_at)
    .sort((one, other) => turnOf(one) - turnOf(other));
  if (row === undefined) return undefined;
  const run = { ...runOfRow(row), attempt: row.attempt + 1 };
  await updateRun(session, run, {
    ...{ outcome: 'running', attempt: run.attempt, started_at: now, ended_at: null, retry_at: null },
  });
  return run;
}

/** Records and starts a manual run. */
export async function takeByHand(
  session: Session,
  { job, region, date }: { readonly job: string; readonly region: string; readonly date: string | null },
  at: Instant,
): Promise<JobRun> {
  const now = formatInstant(at);
  const values = { job, region, due_at: now, by_hand: true, date };
  const row = await session.db
    .insertInto('job_runs')
    .values({ ...values, outcome: 'running', attempt: 1, started_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['job', 'region', 'due_at', 'by_hand'])
        .doUpdateSet({ date, outcome: 'running', attempt: sql`job_runs.attempt + 1`, started_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return runOfRow(row);
}
