import { enqueue } from '../../alerts/enqueue.ts';
import { type Store, transaction } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import { clockWarning, clockWarningText } from './clock-warning.ts';
import { endRun, failRun } from './end-run.ts';
import type { Job } from './job.ts';
import { ALL_REGIONS, type JobRun } from './job-run.ts';

/** What every run needs from its caller. */
export interface Surroundings {
  readonly settings: Settings;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  readonly log: RunLog;
}

/** Receives the progress of a run: the terminal, or the log of the schedule. */
export interface RunLog {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
}

/**
 * Executes a run that has been taken, under the store's lock. Its result and alerts are stored in one transaction, so
 * that each alert is sent exactly once.
 * @param isRead whether the sources have just been ingested
 * @returns a fault that did not come from the job itself, if there was one
 * @throws the job's error, after it was stored
 */
export async function executeRun(
  store: Store,
  { settings, workingDirectory, now, log }: Surroundings,
  job: Job,
  run: JobRun,
  { isRead = false }: { readonly isRead?: boolean } = {},
): Promise<unknown> {
  const at = now();
  try {
    const warning = await store.session((session) => clockWarning(session, at));
    if (warning !== undefined) log.warn(clockWarningText(warning));
    const {
      alerts,
      held = false,
      aside,
    } = await job.run({
      ...{ store, settings, at, now, dueAt: run.dueAt, attempt: run.attempt, workingDirectory },
      region: run.region === ALL_REGIONS ? undefined : run.region,
      date: run.date ?? undefined,
      startedManually: run.startedManually,
      isRead,
      say: (text) => log.info(text),
    });
    await keep(store, settings, now, async (session, ended) => {
      const well = await endRun(session, run, ended, held);
      const isDue = !run.startedManually && run.date !== null && job.whenDone !== undefined;
      const done = { region: run.region, date: run.date ?? '', at: ended, settings };
      const own = (await alerts?.(session)) ?? [];
      return [...own, ...well, ...(isDue ? await job.whenDone!(session, done) : [])];
    });
    return aside;
  } catch (error) {
    const { attempts } = settings.jobs;
    await keep(store, settings, now, (session, ended) =>
      failRun(session, run, { at: ended, error, attempts }),
    ).catch((lost: unknown) => {
      // The next process finds this run aborted. Throw the first error, because it says more than this one.
      log.warn(`the result could not be stored: ${(lost as Error).message}`);
    });
    throw error;
  }
}

type Session = Parameters<typeof endRun>[0];
type Alerts = Awaited<ReturnType<typeof endRun>>;

async function keep(
  store: Store,
  settings: Settings,
  now: () => Instant,
  note: (session: Session, at: Instant) => Promise<Alerts>,
): Promise<void> {
  const at = now();
  await store.session((session) =>
    atFaultPoint('job.end', () =>
      transaction(session, async () => {
        await enqueue(session, settings, await note(session, at), at);
      }),
    ),
  );
}
