import type { Session } from '../database/store.ts';
import { type Instant, isoInstant } from '../normalise/instant.ts';
import { inPhase } from '../phases.ts';
import { keepRunReaches } from '../reconcile/keep-run-reaches.ts';
import { type Run, reconcile } from '../reconcile/reconcile.ts';
import type { Settings } from '../settings.ts';
import { reopenContradicted } from './cases/reopen-contradicted.ts';
import { readInstant } from './dates.ts';

export interface JudgeRequest {
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Looks at every order, also where nothing is new. */
  readonly all?: boolean;
  /** Whether what it makes is undone anyway, so that nothing has to be led back to where it was. */
  readonly isUndone?: boolean;
}

/**
 * Judges what is new or open as of a moment, within the caller's transaction: one mechanism for whatever shows orders.
 * A look from earlier than the newest one is a run of its own, with its results; what holds from then on is led back to
 * the newest look, so that a date that is made good later undoes neither what was found since nor what people decided.
 * @returns the run whose results show the moment
 */
export function judgeOrders(session: Session, settings: Settings, request: JudgeRequest): Promise<Run> {
  return inPhase('judge', () => judgeAndRestore(session, settings, request));
}

async function judgeAndRestore(session: Session, settings: Settings, request: JudgeRequest): Promise<Run> {
  const run = await reconcile(session, settings, request);
  await keepRunReaches(session, settings, run);
  if (run.lookedUntil === null) return reopenContradicted(session, run, request.startedAt);
  if (request.isUndone === true) return run;
  const asOf = readInstant('the newest look', isoInstant(run.lookedUntil));
  const restored = await reconcile(session, settings, { ...request, asOf, restores: run.runId });
  await keepRunReaches(session, settings, restored);
  await reopenContradicted(session, restored, request.startedAt);
  return run;
}
