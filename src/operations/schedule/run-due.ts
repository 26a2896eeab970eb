import type { Logger } from 'pino';
import { deliver } from '../../alerts/deliver.ts';
import { enqueue } from '../../alerts/enqueue.ts';
import { nextMessageAt } from '../../alerts/outbox.ts';
import { targetsOf } from '../../alerts/targets.ts';
import { isHeldByPage } from '../../database/folder-lock.ts';
import { openStore } from '../../database/open-store.ts';
import { type Session, type Store, transaction } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { jobLog } from '../../log.ts';
import {
  addSeconds,
  formatInstant,
  type Instant,
  isoSeconds,
  secondsBetween,
} from '../../normalise/instant.ts';
import { endForgotten } from '../watch/alarms.ts';
import { executeRun, type Surroundings } from './execute-run.ts';
import type { Job } from './job.ts';
import { nextToDo } from './job-outlook.ts';
import type { JobPlan, JobRun } from './job-run.ts';
import { planRuns } from './plan-runs.ts';
import { jobPlans } from './plans.ts';
import { releaseCutOff, takeRun } from './take-run.ts';

export interface DueRequest extends Omit<Surroundings, 'log'> {
  /** Jobs due at the same moment run in this order. */
  readonly jobs: readonly Job[];
  readonly log: Logger;
  /** No further run is started once this signal is aborted. */
  readonly stop: AbortSignal;
  /** Opens the store of the settings; given where the process has it open already. */
  readonly open?: () => Promise<Store>;
  /** Called with the open store after the runs. */
  readonly refresh?: (store: Store) => Promise<void>;
}

export interface DueResult {
  /** When to check again; undefined if nothing is planned. */
  readonly next: Instant | undefined;
  /** The errors of failed runs, in their order. */
  readonly failures: readonly unknown[];
}

/** Seconds until the next attempt if another run is in progress, or the store cannot be reached. */
const AGAIN_SECONDS = 60;

/** Messages that a channel is sent before runs are looked for again: a backlog would let a night wait for hours. */
const MESSAGES_BETWEEN_RUNS = 200;

/**
 * Executes all due runs, the oldest first, and sends the due messages. If several processes call it at once, only one
 * at a time works on a store, and no run is executed twice.
 * @throws Fault if the store cannot be opened
 */
export async function runDue(request: DueRequest): Promise<DueResult> {
  const { jobs, settings, workingDirectory, now, log, stop } = request;
  const plans = jobPlans(jobs, settings);
  const failures: unknown[] = [];
  let store: Store;
  try {
    store = await (request.open?.() ?? openStore(settings, workingDirectory));
  } catch (error) {
    if (!isBusy(error)) throw error;
    const next = addSeconds(now(), AGAIN_SECONDS);
    // Beside a page nothing would ever run.
    if (isHeldByPage(error)) {
      log.error({ fault: error }, 'no job runs while a page holds the store');
      return { next, failures: [error] };
    }
    log.info('another run is in progress on this store');
    return { next, failures };
  }
  try {
    let hasMore = await deliverDue(store, request);
    while (!stop.aborted) {
      const went = await store.exclusively(() => runNext(store, plans, request)).catch(passIfBusy(log));
      if (went === undefined && !hasMore) break;
      if (went !== undefined && 'failure' in went) failures.push(went.failure);
      hasMore = await deliverDue(store, request);
    }
    await request.refresh?.(store);
    return { next: await nextOf(store, plans, request), failures };
  } catch (error) {
    if (!isBusy(error)) throw error;
    log.info('another run is in progress on this store');
    return { next: addSeconds(now(), AGAIN_SECONDS), failures };
  } finally {
    await store.close();
  }
}

/** The next time at which a run is due or a message is retried. */
async function nextOf(
  store: Store,
  plans: readonly JobPlan[],
  { settings, now }: DueRequest,
): Promise<Instant | undefined> {
  const channels = targetsOf(settings).map(({ name }) => name);
  const [run, message] = await store.session(async (session) => [
    await nextToDo(session, plans, now()),
    await nextMessageAt(session, channels),
  ]);
  if (run === undefined || message === undefined) return run ?? message;
  return secondsBetween(run, message) < 0 ? message : run;
}

/** Takes the oldest due run and executes it; undefined if there is none. */
async function runNext(
  store: Store,
  plans: readonly JobPlan[],
  request: DueRequest,
): Promise<{ readonly failure: unknown } | { readonly done: true } | undefined> {
  const run = await begin(store, plans, request);
  if (run === undefined) return undefined;
  const { job: name, region, attempt } = run;
  const log = jobLog(request.log, {
    job: name,
    region,
    dueAt: isoSeconds(formatInstant(run.dueAt)),
    attempt,
  });
  log.info(
    { date: run.date ?? undefined },
    `begun${run.replacesRuns > 1 ? `, for ${run.replacesRuns} that were due` : ''}`,
  );
  const job = request.jobs.find((one) => one.name === name)!;
  try {
    const aside = await executeRun(store, { ...request, log }, job, run);
    if (aside !== undefined) log.warn({ fault: aside }, 'done with what there is');
    log.info({ date: run.date ?? undefined }, 'done');
    return { done: true };
  } catch (error) {
    log.error({ fault: error });
    return { failure: error };
  }
}

function begin(
  store: Store,
  plans: readonly JobPlan[],
  { settings, now, log }: DueRequest,
): Promise<JobRun | undefined> {
  const at = now();
  const take = (session: Session) =>
    transaction(session, async () => {
      const cutOff = await releaseCutOff(session, { at, attempts: settings.jobs.attempts });
      for (const { job, region, dueAt } of cutOff.runs) {
        const due = isoSeconds(formatInstant(dueAt));
        log.warn({ job, region, dueAt: due }, 'was cut off before it ended, and is due again');
      }
      await enqueue(session, settings, cutOff.alerts, at);
      // The watch ends them too, but does not run where nothing is watched any longer.
      await endForgotten(session, settings, at);
      await planRuns(session, plans, at);
      return takeRun(session, plans, at);
    });
  return store.session((session) => atFaultPoint('job.take', () => take(session)));
}

/**
 * Sends due messages, so many that no run waits long for them. A channel that fails is logged and does not delay the others.
 * @returns whether more are due
 */
async function deliverDue(
  store: Store,
  { settings, workingDirectory, now, log }: DueRequest,
): Promise<boolean> {
  const limit = MESSAGES_BETWEEN_RUNS;
  const { failed, hasMore = false } = await deliver(store, settings, { now, workingDirectory, limit });
  for (const { channel, topic, error } of failed) log.warn({ channel, topic }, `not delivered: ${error}`);
  return hasMore;
}

function passIfBusy(log: Logger): (error: unknown) => undefined {
  return (error) => {
    if (!isBusy(error)) throw error;
    log.info('another run is in progress on this store');
    return undefined;
  };
}

function isBusy(error: unknown): error is Fault {
  return error instanceof Fault && error.code === 'STORE_LOCKED';
}
