import type { Settings } from '../../settings/schema.ts';
import type { Job } from './job.ts';
import { ALL_REGIONS, type JobPlan } from './job-run.ts';

/** The plans of jobs by the settings: one for each job, or one for each of its regions. */
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
