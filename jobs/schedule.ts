import { schedule, validate } from 'node-cron';
import { openStore } from '../src/database/open-store.ts';
import { Fault } from '../src/errors.ts';
import type { Instant } from '../src/normalise/instant.ts';
import type { Settings } from '../src/settings.ts';
import { JOBS } from './all.ts';
import type { Job } from './job.ts';

export interface ScheduleRequest {
  readonly settings: Settings;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  readonly say: (text: string) => void;
  /** Told when a run failed; the schedule goes on. */
  readonly failed: (job: string, error: unknown) => void;
}

/**
 * Runs every job at its times until stopped. The store is opened for each run only, so that commands can work
 * between them; runs follow one another and never overlap.
 * @returns a function that ends the schedule once the run at hand is done
 * @throws Fault SETTINGS_INVALID for a cron expression that is none
 */
export function startSchedule(request: ScheduleRequest): () => Promise<void> {
  let queue: Promise<void> = Promise.resolve();
  const tasks = JOBS.flatMap((job) =>
    job.times(request.settings).map(({ expression, zone, region }) => {
      if (!validate(expression)) {
        throw new Fault('SETTINGS_INVALID', {
          where: `jobs.${job.name}`,
          found: expression,
          expected: 'cron',
        });
      }
      const name = region === undefined ? job.name : `${job.name} ${region}`;
      const due = () => {
        queue = queue
          .then(() => runJob(job, { region }, request))
          .catch((error) => request.failed(name, error));
        return queue;
      };
      return schedule(expression, due, { timezone: zone, name });
    }),
  );
  return async () => {
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
  const { settings, workingDirectory, say } = request;
  const store = await openStore(settings, workingDirectory);
  try {
    await store.exclusively(() =>
      job.run({ store, settings, at: request.now(), workingDirectory, say, ...choice }),
    );
  } finally {
    await store.close();
  }
}
