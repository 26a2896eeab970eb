import { type ScheduledTask, schedule } from 'node-cron';
import { addSeconds, type Instant, secondsBetween } from '../../normalise/instant.ts';
import { isEmbedded } from '../../settings/secret.ts';
import { jobPlans } from './plans.ts';
import { type DueRequest, runDue } from './run-due.ts';

/** Looked at every minute: what a clock change skipped, what was due while the machine slept, what is to be tried again. */
const EVERY_MINUTE = '* * * * *';

/** An embedded store is opened no oftener than this while nothing is due, since commands cannot work meanwhile. */
const IDLE_SECONDS = 300;

/** A schedule that has not checked for so long has stopped, or its timers have. */
const SILENT_SECONDS = 300;

export interface Schedule {
  /** Starts no further run; settles once the current one has ended. */
  stop(): Promise<void>;
  /** Checks what is due, as it does every minute by itself. */
  wake(): void;
  /** Settles as soon as no run is in progress. */
  idle(): Promise<void>;
  /** Whether a run is in progress, or what is due was checked recently. */
  isAlive(): boolean;
}

/**
 * Runs every job when it is due until stopped, and at the start what was due before. The store is open only while there
 * is something to do, so that commands can work between; runs follow one another and never overlap.
 */
export function startSchedule(request: Omit<DueRequest, 'stop'>): Schedule {
  const stopping = new AbortController();
  let idleUntil: Instant | undefined;
  let isWoken = false;
  let running: Promise<void> | undefined;
  let checkedAt: Instant | undefined;

  const runDueJobs = async () => {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      const at = request.now();
      checkedAt = at;
      if (idleUntil !== undefined && secondsBetween(at, idleUntil) > 0) break;
      idleUntil = await runOnce({ ...request, stop: stopping.signal });
    }
  };
  const wake = () => {
    isWoken = true;
    running ??= runDueJobs().finally(() => {
      running = undefined;
      if (isWoken && !stopping.signal.aborted) wake();
    });
  };
  const tasks = tasksOf(request, wake);
  wake();
  return {
    stop: async () => {
      stopping.abort();
      for (const task of tasks) await task.destroy();
      await running;
    },
    wake,
    idle: async () => running,
    isAlive: () =>
      running !== undefined ||
      (checkedAt !== undefined && secondsBetween(checkedAt, request.now()) <= SILENT_SECONDS),
  };
}

function tasksOf(
  { jobs, settings }: Pick<DueRequest, 'jobs' | 'settings'>,
  wake: () => void,
): ScheduledTask[] {
  const times = jobPlans(jobs, settings).map(({ expression, zone }) => ({ expression, zone }));
  return [...times, { expression: EVERY_MINUTE, zone: 'UTC' }].map(({ expression, zone }) =>
    // A time that node-cron misses is noticed at the next check.
    schedule(expression, wake, { timezone: zone, suppressMissedWarning: true }),
  );
}

/**
 * Runs what is due, once. A store that cannot be reached is logged, and tried again a minute later.
 * @returns until when nothing is due; undefined where another process may change that
 */
async function runOnce(request: DueRequest): Promise<Instant | undefined> {
  try {
    const { next } = await runDue(request);
    if (!isEmbedded(request.settings)) return undefined;
    const latest = addSeconds(request.now(), IDLE_SECONDS);
    return next === undefined || secondsBetween(next, latest) < 0 ? latest : next;
  } catch (error) {
    request.log.error({ fault: error });
    return undefined;
  }
}
