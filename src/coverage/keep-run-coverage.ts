import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/run.ts';
import type { Settings } from '../settings/schema.ts';
import { keepGaps } from './keep-gaps.ts';

/** Stores the coverage of each region that a run knows, and its gaps. */
export async function keepRunCoverage(session: Session, settings: Settings, run: Run): Promise<void> {
  await runSqlFile(session, 'coverage/010_run_reaches.sql', {
    run: run.runId,
    last_source: run.lastSourceId,
    regions: settings.regions.map(({ name }) => name),
    quiet_seconds: settings.coverage.quietSeconds,
  });
  await keepGaps(session, settings, run);
}
