import { sql } from 'kysely';
import { enqueue } from '../../alerts/enqueue.ts';
import { runAlerts } from '../../alerts/run-alerts.ts';
import { type Session, type Store, transaction } from '../../database/store.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import type { Run } from '../../reconcile/run.ts';
import type { Settings } from '../../settings/schema.ts';
import { type FinalDates, finalDates } from '../periods/final-dates.ts';
import { type JudgeRequest, judgeOrders } from './judge-as-of.ts';
import { keepAdjustments } from './keep-adjustments.ts';
import { regionsAtHand } from './regions-at-hand.ts';

/** A run and the final dates, which it does not change. */
export interface Judged {
  readonly run: Run;
  readonly final: FinalDates;
}

/** Judges what is new or open, and stores changes on final dates as adjustments. Within the caller's transaction. */
export async function judgeAll(
  session: Session,
  settings: Settings,
  request: JudgeRequest,
  regions: readonly string[],
): Promise<Judged> {
  const run = await judgeOrders(session, settings, request);
  const final = await finalDates(session);
  await keepAdjustments(session, run, regions, final);
  return { run, final };
}

/** Adds the messages about what a run found to the outbox. Within the transaction of the run. */
export async function announce(session: Session, settings: Settings, run: Run, at: Instant): Promise<void> {
  await enqueue(session, settings, await runAlerts(session, settings, run), at);
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
      const { run } = await judgeAll(session, settings, request, regionsAtHand(settings, undefined));
      await announce(session, settings, run, at);
      return run;
    }),
  );
}
