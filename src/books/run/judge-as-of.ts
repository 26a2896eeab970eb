import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { sourceNames } from '../../ingest/read-sources.ts';
import { type Instant, instantOfText } from '../../normalise/instant.ts';
import { inPhase } from '../../phases.ts';
import { keepRunCoverage } from '../../reconcile/keep-run-coverage.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import type { Run } from '../../reconcile/run.ts';
import type { Settings } from '../../settings/schema.ts';
import { reopenContradicted } from '../findings/reopen-contradicted.ts';

export interface JudgeRequest {
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Judges every order, also where nothing is new. */
  readonly all?: boolean;
  /** Whether what it makes is undone anyway, so that nothing has to be led back to where it was. */
  readonly isUndone?: boolean;
  /** Whether the caller's transaction has judged before. */
  readonly follows?: boolean;
}

/**
 * Judges what is new or open as of a moment, within the caller's transaction: one mechanism for whatever shows orders.
 * A run with an earlier as-of than the newest run has its own results. Current results are then restored to those of the
 * newest run, so that a date that is repeated later undoes neither newer findings nor decisions.
 * @returns the run whose results show the moment
 */
export function judgeOrders(session: Session, settings: Settings, request: JudgeRequest): Promise<Run> {
  return inPhase('judge', () => judgeAndRestore(session, settings, request));
}

async function judgeAndRestore(session: Session, settings: Settings, request: JudgeRequest): Promise<Run> {
  const run = await reconcile(session, settings, request);
  await keepReached(session, settings, run);
  if (run.judgedUntil === null) return reopenContradicted(session, run, request.startedAt);
  if (request.isUndone === true) return run;
  const asOf = instantOfText(run.judgedUntil);
  const restored = await reconcile(session, settings, { ...request, asOf, restores: run.runId });
  await keepReached(session, settings, restored);
  await reopenContradicted(session, restored, request.startedAt);
  return run;
}

/** Keeps with a run how far the data reached when it was begun, and which sources could not be read whole. */
async function keepReached(session: Session, settings: Settings, run: Run): Promise<void> {
  await keepRunCoverage(session, settings, run);
  const sources = sourceNames(settings);
  await runSqlFile(session, 'coverage/040_run_unread.sql', { run: run.runId, sources });
}
