import { ALL_REGIONS, type JobPlan } from '../src/operate/job-runs/job-run.ts';
import type { Settings } from '../src/settings.ts';
import { JOBS } from './all.ts';

/** Every job, and every region's share of it, that the settings plan. */
export function jobPlans(settings: Settings): JobPlan[] {
  return JOBS.flatMap((job) =>
    job.times(settings).map(({ expression, zone, region }) => {
      const { dateOf } = job;
      return {
        ...{ job: job.name, region: region ?? ALL_REGIONS, expression, zone },
        ...(dateOf === undefined ? {} : { dateOf: (due) => dateOf(due, zone) }),
      };
    }),
  );
}
