import { resolve } from 'node:path';
import { addDays, localDate } from '../src/normalise/local-date.ts';
import { reconcileDates } from '../src/operate/run.ts';
import { reconcileText } from '../src/operate/summary-text.ts';
import { OTHER_REGION, type RegionSettings, type Settings } from '../src/settings.ts';
import { ingestJob } from './ingest.ts';
import type { Job, JobContext } from './job.ts';

/** Reads what is new, then reconciles and publishes each region's yesterday. */
export const nightlyJob: Job = {
  name: 'nightly',
  purpose: "ingests, then reconciles and publishes the region's yesterday",
  times: (settings) =>
    regionsOf(settings).map((region) => ({
      expression: settings.jobs.nightly,
      zone: region.zone,
      region: region.name,
    })),
  run: async (context) => {
    await ingestJob.run(context);
    for (const region of regionsOf(context.settings)) {
      if (context.region === undefined || context.region === region.name)
        await reconcileRegion(context, region);
    }
  },
};

function regionsOf(settings: Settings): RegionSettings[] {
  return [...settings.regions, { ...OTHER_REGION, name: 'other' }];
}

async function reconcileRegion(context: JobContext, region: RegionSettings): Promise<void> {
  const { store, settings, at, workingDirectory, say } = context;
  const date = context.date ?? addDays(localDate(at, region.zone), -1);
  const result = await reconcileDates(store, settings, {
    dates: [date],
    region: region.name,
    asOf: at,
    startedAt: at,
    out: resolve(workingDirectory, settings.out),
  });
  say(reconcileText(result));
}
