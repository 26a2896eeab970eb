import { schedule } from 'node-cron';
import { openStore } from '../src/database/open-store.ts';
import type { Instant } from '../src/normalise/instant.ts';
import { clockWarning, clockWarningText } from '../src/operate/clock-warning.ts';
import type { Settings } from '../src/settings.ts';
import { JOBS } from './all.ts';
import type { Job } from './job.ts';

export interface ScheduleRequest {
  readonly settings: Settings;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  readonly say: (text: string) => void;
  /** Told what is odd but keeps no run from going on. */
  readonly warn: (text: string) => void;
  /** Told when a run failed; the schedule goes on. */
  readonly failed: (job: string, error: unknown) => void;
}

/**
 * Runs every job at its times until stopped. The store is opened for each run only, so that commands can work
 * between them; runs follow one another and never overlap.
 * @returns a function that ends the schedule once the run at hand is done
 */
export function startSchedule(request: ScheduleRequest): () => Promise<void> {
  let queue: Promise<void> = Promise.resolve();
  let stopping = false;
  const tasks = JOBS.flatMap((job) =>
    job.times(request.settings).map(({ expression, zone, region }) => {
      const name = region === undefined ? job.name : `${job.name} ${region}`;
      const due = () => {
        // What waited for its turn when the schedule was stopped is not begun any more.
        const run = async () => (stopping ? undefined : runJob(job, { region }, request));
        queue = queue.then(run).catch((error) => request.failed(name, error));
        return queue;
      };
      return schedule(expression, due, { timezone: zone, name });
    }),
  );
  return async () => {
    stopping = true;
    for (const task of tasks) await task.destroy();
    await queue;
  };
}

/** Runs one job now, alone on its store. */
export async function runJob(
  job: Job,
  choice: { readonly region?: string | undefined; readonly date?: string | undefined },
  request: Omit<ScheduleRequest, 'failed'>,
): Promise<void> {
  const { settings, workingDirectory, say, warn } = request;
  const store = await openStore(settings, workingDirectory);
  try {
    await store.exclusively(async () => {
      const at = request.now();
      const warning = await store.session((session) => clockWarning(session, at));
      if (warning !== undefined) warn(clockWarningText(warning));
      await job.run({ store, settings, at, workingDirectory, say, ...choice });
    });
  } finally {
    await store.close();
  }
}
