import { addSeconds, type Instant, secondsBetween } from '../../normalise/instant.ts';
import { isEmbedded } from '../../settings/secret.ts';
import { nextDue } from './due-times.ts';
import { jobPlans } from './plans.ts';
import { type DueRequest, runDue } from './run-due.ts';

/**
 * The longest wait between two checks. It finds runs that a clock change skipped, that were due while the machine slept, or
 * that are retried.
 */
const CHECK_SECONDS = 60;

/** While nothing is due, an embedded store is not opened more often than this, because it blocks other commands. */
const IDLE_SECONDS = 300;

/** A schedule without a check for this long has stopped, or its timers have. */
const SILENT_SECONDS = 300;

export interface Schedule {
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
  /** Checks for due runs now, in addition to the checks by itself. */
  wake(): void;
  /** Resolves when no run is in progress. */
  idle(): Promise<void>;
  /** Whether a run is in progress, or the last check was recent. */
  isAlive(): boolean;
}

export interface ScheduleRequest extends Omit<DueRequest, 'stop'> {
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
}

/**
 * Runs every job when it is due until stopped, and at the start those that were missed. The store is open only while
 * there is work, so that commands can use it in between. Runs never overlap. Timers wait for a length of time, and never
 * longer than a minute, so that a clock which is put forward or back delays no run by more than that.
 */
export function startSchedule(request: ScheduleRequest): Schedule {
  const stopping = new AbortController();
  const plans = jobPlans(request.jobs, request.settings);
  let idleUntil: Instant | undefined;
  let dueAt: Instant | undefined;
  let isWoken = false;
  let running: Promise<void> | undefined;
  let checkedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const runDueJobs = async () => {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      const at = request.now();
      checkedAt = request.monotonic();
      const left = idleUntil === undefined ? 0 : secondsBetween(at, idleUntil);
      // More is left only where the clock was put back.
      if (left > 0 && left <= IDLE_SECONDS) break;
      // After the beginning of the check: what becomes due meanwhile may have been left out.
      dueAt = earliest(plans.map((plan) => nextDue(plan, at)));
      const next = await runOnce({ ...request, stop: stopping.signal });
      idleUntil = next && earliest([next, dueAt]);
      isWoken ||= dueAt !== undefined && secondsBetween(request.now(), dueAt) <= 0;
    }
  };
  const wake = () => {
    isWoken = true;
    clearTimeout(timer);
    running ??= runDueJobs().finally(() => {
      running = undefined;
      if (stopping.signal.aborted) return;
      if (isWoken) wake();
      else timer = setTimeout(wake, millisecondsUntil(dueAt, request.now()));
    });
  };
  wake();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
    wake,
    idle: async () => running,
    isAlive: () =>
      running !== undefined ||
      (checkedAt !== undefined && request.monotonic() - checkedAt <= SILENT_SECONDS * 1000),
  };
}

function earliest(instants: ReadonlyArray<Instant | undefined>): Instant | undefined {
  return instants
    .filter((one) => one !== undefined)
    .reduce<Instant | undefined>(
      (first, one) => (first === undefined || secondsBetween(one, first) > 0 ? one : first),
      undefined,
    );
}

function millisecondsUntil(dueAt: Instant | undefined, now: Instant): number {
  const seconds = dueAt === undefined ? CHECK_SECONDS : secondsBetween(now, dueAt);
  return Math.ceil(Math.min(Math.max(seconds, 0), CHECK_SECONDS) * 1000);
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
