import { type ScheduledTask, schedule } from 'node-cron';
import { addSeconds, type Instant, secondsBetween } from '../../normalise/instant.ts';
import { isEmbedded } from '../../settings/secret.ts';
import { jobPlans } from './plans.ts';
import { type DueRequest, runDue } from './run-due.ts';

/**
 * The check every minute finds runs that a clock change skipped, that were due while the machine slept, or that are
 * retried.
 */
const EVERY_MINUTE = '* * * * *';

/** While nothing is due, an embedded store is not opened more often than this, because it blocks other commands. */
const IDLE_SECONDS = 300;

/** A schedule without a check for this long has stopped, or its timers have. */
const SILENT_SECONDS = 300;

export interface Schedule {
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
  /** Checks for due runs now, in addition to the check every minute. */
  wake(): void;
  /** Resolves when no run is in progress. */
  idle(): Promise<void>;
  /** Whether a run is in progress, or the last check was recent. */
  isAlive(): boolean;
}

/**
 * Runs every job when it is due until stopped, and at the start those that were missed. The store is open only while
 * there is work, so that commands can use it in between. Runs never overlap.
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
      const left = idleUntil === undefined ? 0 : secondsBetween(at, idleUntil);
      // More is left only where the clock was put back.
      if (left > 0 && left <= IDLE_SECONDS) break;
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
    // A time that node-cron misses is found by the next check.
    schedule(expression, wake, { timezone: zone, suppressMissedWarning: true }),
  );
}

/**
 * Executes the due runs once. If the store cannot be reached, this is logged, and the next check retries.
 * @returns the time until which nothing is due; undefined if another process may change that
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
