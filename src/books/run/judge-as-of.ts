import { sql } from 'kysely';
import { enqueue } from '../../alerts/enqueue.ts';
import { missedPayments } from '../../alerts/missed-payments.ts';
import { runAlerts } from '../../alerts/run-alerts.ts';
import { keepRunCoverage } from '../../coverage/keep-run-coverage.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import { type Session, type Store, transaction } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { sourceNames } from '../../ingest/read-sources.ts';
import { formatInstant, type Instant, instantOfText } from '../../normalise/instant.ts';
import { inPhase } from '../../phases.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import type { Run, RunRequest } from '../../reconcile/run.ts';
import type { Settings } from '../../settings/schema.ts';
import { reopenContradicted } from '../findings/reopen-contradicted.ts';
import { type FinalDates, finalDates, refuseMissingClosed } from '../periods/final-dates.ts';
import { chosenRegions } from './chosen-regions.ts';
import { keepAdjustments } from './keep-adjustments.ts';

export type JudgeRequest = Omit<RunRequest, 'restores' | 'begun'>;

/**
 * Judges new or open orders as of a given time, within the caller's transaction. Everything that shows orders uses this
 * function. A run with an earlier as-of than the newest run has its own results. Afterwards the current results are set
 * back to those of the newest run, so repeating an old date undoes neither newer findings nor decisions.
 * @returns the run that holds the results for this as-of
 */
export function judgeOrders(session: Session, settings: Settings, request: JudgeRequest): Promise<Run> {
  return inPhase('judge', () => judgeAndRestore(session, settings, request));
}

async function judgeAndRestore(session: Session, settings: Settings, request: JudgeRequest): Promise<Run> {
  const begun = (started: Run) => keepCoverage(session, settings, started);
  const run = await reconcile(session, settings, { ...request, begun });
  if (run.judgedUntil === null) return reopenContradicted(session, run, request.startedAt);
  if (request.isUndone === true) return run;
  const asOf = instantOfText(run.judgedUntil);
  const restored = await reconcile(session, settings, { ...request, asOf, restores: run.runId, begun });
  await reopenContradicted(session, restored, request.startedAt, run.runId);
  return run;
}

/** Stores the coverage of the data when the run began, and the sources that could not be read completely. */
async function keepCoverage(session: Session, settings: Settings, run: Run): Promise<void> {
  await keepRunCoverage(session, settings, run);
  const sources = sourceNames(settings);
  await runSqlFile(session, 'coverage/040_run_unread.sql', { run: run.runId, sources });
}

/** A run and the final dates, which it does not change. */
export interface Judged {
  readonly run: Run;
  readonly final: FinalDates;
}

/**
 * Judges what is new or open, and stores changes on final dates as adjustments. Within the caller's transaction.
 * @throws Fault SETTINGS_INVALID if a region with a closed period is missing
 */
export async function judgeAll(
  session: Session,
  settings: Settings,
  request: JudgeRequest,
  regions: readonly string[],
): Promise<Judged> {
  await refuseMissingClosed(session, settings);
  const run = await judgeOrders(session, settings, request);
  const final = await finalDates(session);
  await keepAdjustments(session, run, regions, final);
  return { run, final };
}

/**
 * Adds the messages about what a run found to the outbox, within the transaction of the run. After a run at an earlier as-of
 * the results are those of the newest again: it sends what these have and had not before the run.
 */
export async function announce(session: Session, settings: Settings, run: Run, at: Instant): Promise<void> {
  const current = await session.db
    .selectFrom('runs')
    .select(['run_id', 'as_of', 'has_statements'])
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const newest = { runId: current.run_id, hasStatements: current.has_statements };
  const found = await runAlerts(session, settings, { runId: run.runId, asOf: current.as_of });
  const alerts = [...found, ...(await missedPayments(session, settings, newest))];
  await atFaultPoint('outbox.enqueue', () => enqueue(session, settings, alerts, at));
}

/**
 * Judges what is new or open at this moment, in a transaction of its own, and publishes nothing: the next run over dates
 * publishes what changed. It does nothing if a run of a later moment has judged, because its results would have to be
 * restored.
 * @returns the run, if there was one
 */
export function judgeNow(store: Store, settings: Settings, at: Instant): Promise<Run | undefined> {
  return store.session((session) =>
    transaction(session, async () => {
      const { rows } = await sql<{ is_later: boolean }>`
        select exists (select from runs where as_of > ${formatInstant(at)}::timestamptz) as is_later`.execute(
        session.db,
      );
      if (rows[0]!.is_later) return undefined;
      const request = { asOf: at, startedAt: at };
      const { run } = await judgeAll(session, settings, request, chosenRegions(settings, undefined));
      await announce(session, settings, run, at);
      return run;
    }),
  );
}
