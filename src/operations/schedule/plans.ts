import type { Settings } from '../../settings/schema.ts';
import type { Job } from './job.ts';
import { ALL_REGIONS, type JobPlan } from './job-run.ts';

/** What the settings plan of some jobs: each job once, or once a region. */
export function jobPlans(jobs: readonly Job[], settings: Settings): JobPlan[] {
  return jobs.flatMap((job) =>
    job.times(settings).map(({ expression, zone, region }) => {
      const { dateOf } = job;
      return {
        ...{ job: job.name, region: region ?? ALL_REGIONS, expression, zone },
        ...(dateOf === undefined ? {} : { dateOf: (due) => dateOf(due, zone) }),
      };
    }),
  );
}
