import { resolve } from 'node:path';
import { describeFault, Fault } from '../src/errors.ts';
import { formatInstant, type Instant } from '../src/normalise/instant.ts';
import { addDays, localDate } from '../src/normalise/local-date.ts';
import type { Alert } from '../src/operate/alerts/alert.ts';
import { nightAlerts } from '../src/operate/alerts/night-alert.ts';
import { isOwed } from '../src/operate/job-runs/look-at-runs.ts';
import { regionsAtHand } from '../src/operate/regions.ts';
import { reconcileDates } from '../src/operate/run.ts';
import { reconcileText } from '../src/operate/summary-text.ts';
import { OTHER_REGION, type RegionSettings, type Settings } from '../src/settings.ts';
import { ingestJob } from './ingest.ts';
import type { Job, JobContext } from './job.ts';

const NAME = 'nightly';

/** Reads what is new, then reconciles and publishes each region's yesterday. */
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
    const wanted = regionsAtHand(context.settings, context.region);
    const failures: unknown[] = [];
    const alerts: Alert[] = [];
    // One night's fault must not keep the other regions, or what was read, from being reconciled.
    await ingestJob
      .run({ ...context, region: undefined, date: undefined })
      .catch((error: unknown) => failures.push(error));
    for (const region of regionsOf(context.settings)) {
      if (!wanted.includes(region.name === 'other' ? OTHER_REGION.name : region.name)) continue;
      await reconcileRegion(context, region).then(
        (told) => alerts.push(...told),
        (error: unknown) => failures.push(error),
      );
    }
    for (const failure of failures.slice(1)) {
      if (failure instanceof Fault) context.say(describeFault(failure));
    }
    if (failures.length > 0) throw failures[0];
    return alerts;
  },
  // A night is good once every region has had its own.
  whenDone: async (session, { region, date, dueAt, at }) => {
    if (await isOwed(session, NAME, at)) return [];
    const key = `good-night/${region}/${formatInstant(dueAt)}`;
    return [{ key, severity: 'low', facts: { topic: 'good-night', date, region } }];
  },
};

/** The date before that of an instant, by a region's clock. */
function yesterday(at: Instant, zone: string): string {
  return addDays(localDate(at, zone), -1);
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
