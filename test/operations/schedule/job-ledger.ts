import { expect } from 'vitest';
import { type Session, type Store, transaction } from '../../../src/database/store.ts';
import { Fault } from '../../../src/errors.ts';
import { formatInstant, isoSeconds } from '../../../src/normalise/instant.ts';
import { addDays, localDate } from '../../../src/normalise/local-date.ts';
import { endRun, failRun } from '../../../src/operations/schedule/end-run.ts';
import type { JobPlan } from '../../../src/operations/schedule/job-run.ts';
import { planRuns } from '../../../src/operations/schedule/plan-runs.ts';
import { releaseCutOff, takeRun } from '../../../src/operations/schedule/take-run.ts';
import { instant } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';

export const CAIRO: JobPlan = {
  ...{ job: 'nightly', region: 'EG', expression: '30 2 * * *', zone: 'Africa/Cairo' },
  dateOf: (due) => addDays(localDate(due, 'Africa/Cairo'), -1),
};
export const HOURLY: JobPlan = { job: 'ingest', region: 'all', expression: '5 * * * *', zone: 'UTC' };
export const PLANS = [HOURLY, CAIRO];
export const ATTEMPTS = 3;

/** The runs of a store that was first looked at on a Friday at noon. */
export async function jobLedger(engine: Engine, plans: readonly JobPlan[] = PLANS) {
  const store = await engine.emptied();
  const within = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
    store.session((session) => transaction(session, () => work(session)));
  const take = (at: string) =>
    within(async (session) => {
      await planRuns(session, plans, instant(at));
      return takeRun(session, plans, instant(at));
    });
  const well = (at: string) =>
    within(async (session) => endRun(session, (await running(store))!, instant(at)));
  const ill = (at: string, error: unknown = new Fault('DATABASE_UNREACHABLE', { where: 'db' })) =>
    within(async (session) =>
      failRun(session, (await running(store))!, { at: instant(at), error, attempts: ATTEMPTS }),
    );
  const cutOff = (at: string) =>
    within((session) => releaseCutOff(session, { at: instant(at), attempts: ATTEMPTS }));
  let taken: Awaited<ReturnType<typeof takeRun>>;
  const running = async (_store: Store) => taken;
  const begin = async (at: string) => {
    taken = await take(at);
    return taken === undefined
      ? undefined
      : [taken.job, taken.region, isoSeconds(formatInstant(taken.dueAt)), taken.date, taken.attempt];
  };
  expect(await begin('2026-10-23T12:00:00Z')).toBeUndefined();
  return { store, within, begin, well, ill, cutOff, taken: () => taken! };
}
