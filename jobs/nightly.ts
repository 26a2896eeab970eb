import { resolve } from 'node:path';
import type { Instant } from '../src/normalise/instant.ts';
import { addDays, localDate } from '../src/normalise/local-date.ts';
import type { Alert } from '../src/operate/alerts/alert.ts';
import { nightAlerts } from '../src/operate/alerts/night-alert.ts';
import { ALL_REGIONS } from '../src/operate/job-runs/job-run.ts';
import { isOwed, regionsDone } from '../src/operate/job-runs/look-at-runs.ts';
import { regionsAtHand } from '../src/operate/regions.ts';
import { reconcileDates } from '../src/operate/run.ts';
import { reconcileText } from '../src/operate/summary-text.ts';
import { OTHER_REGION, type RegionSettings, type Settings } from '../src/settings.ts';
import { readAside } from './ingest.ts';
import type { Job, JobContext } from './job.ts';

const NAME = 'nightly';

/** Reads what is new, then reconciles and publishes a region's yesterday. */
export const nightlyJob: Job = {
  name: NAME,
  purpose: "ingests, then reconciles and publishes the region's yesterday",
  times: (settings) =>
    regionsOf(settings).map((region) => ({
      expression: settings.jobs.nightly,
      zone: region.zone,
      region: region.name,
    })),
  dateOf: yesterday,
  run: async (context) => {
    const { settings } = context;
    const [wanted] = regionsAtHand(settings, context.region);
    const region = regionsOf(settings).find(({ name }) => regionOf(name) === wanted)!;
    // What was read before is reconciled also where a source fails.
    const aside = context.isRead === true ? undefined : await readAside(context);
    return { told: await reconcileRegion(context, region), aside };
  },
  // A night is good once every region has had its own, and none before it is owed.
  whenDone: async (session, { date, at, settings }) => {
    const regions = regionsOf(settings).map(({ name }) => name);
    const done = await regionsDone(session, NAME, date);
    if ((await isOwed(session, NAME, at)) || !regions.every((name) => done.includes(name))) return [];
    const facts = { topic: 'good-night' as const, date, region: ALL_REGIONS };
    return [{ key: `good-night/${date}`, severity: 'low', facts }];
  },
};

/** The date before that of an instant, by a region's clock. */
function yesterday(at: Instant, zone: string): string {
  return addDays(localDate(at, zone), -1);
}

/** Name of a region as evidence has it. */
function regionOf(name: string): string {
  return name === 'other' ? OTHER_REGION.name : name;
}

function regionsOf(settings: Settings): RegionSettings[] {
  return [...settings.regions, { ...OTHER_REGION, name: 'other' }];
}

async function reconcileRegion(context: JobContext, region: RegionSettings): Promise<Alert[]> {
  const { store, settings, at, dueAt, workingDirectory, say } = context;
  const date = context.date ?? yesterday(at, region.zone);
  const result = await reconcileDates(store, settings, {
    dates: [date],
    region: region.name,
    asOf: at,
    startedAt: at,
    out: resolve(workingDirectory, settings.out),
  });
  if (result.publications.length > 0) say(reconcileText(result, { workingDirectory }));
  return nightAlerts(result, dueAt);
}
