import type { Selectable } from 'kysely';
import type { Session } from '../../database/store.ts';
import type { JobRunsTable } from '../../database/tables.ts';
import { formatInstant, instantOfText } from '../../normalise/instant.ts';
import type { JobRun, RunKey } from './job-run.ts';

export function runOfRow(row: Selectable<JobRunsTable>): JobRun {
  return {
    job: row.job,
    region: row.region,
    dueAt: instantOfText(row.due_at),
    startedManually: row.by_hand,
    date: row.date,
    replacesRuns: row.replaces_runs,
    attempt: row.attempt,
    failures: row.failures,
    isReported: row.is_reported,
    fault: row.fault,
  };
}

export async function updateRun(
  session: Session,
  run: RunKey,
  values: Partial<Selectable<JobRunsTable>>,
): Promise<void> {
  await session.db
    .updateTable('job_runs')
    .set(values)
    .where('job', '=', run.job)
    .where('region', '=', run.region)
    .where('due_at', '=', formatInstant(run.dueAt))
    .where('by_hand', '=', run.startedManually)
    .execute();
}
