import { deliver } from '../../alerts/deliver.ts';
import { chosenRegions } from '../../books/run/chosen-regions.ts';
import type { AskedDates } from '../../books/run/given-dates.ts';
import { openStore } from '../../database/open-store.ts';
import { transaction } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { regionOfFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { executeRun, type Surroundings } from './execute-run.ts';
import type { Job } from './job.ts';
import { ALL_REGIONS } from './job-run.ts';
import { takeByHand } from './take-run.ts';

/** The regions and date of a manual run; by default all regions, and the date that the job would choose. */
export interface JobChoice {
  readonly region?: string | undefined;
  /** One date for each region; a region without a date is not run. */
  readonly asked?: AskedDates | undefined;
}

/** A completed run; the date is null if the job chose it. */
export interface DoneRun {
  readonly job: string;
  readonly region: string;
  readonly date: string | null;
}

/**
 * Runs one job now, each region by itself, and records the runs. It does not matter whether they are due. A run that
 * fails is not retried, and the other regions still run. No other run may be in progress on the store.
 * @throws Fault USAGE if the job does not accept the choice, STORE_LOCKED while another run is in progress, and the
 *   first fault of the runs, also one that did not stop its run
 */
export async function runJob(job: Job, choice: JobChoice, surroundings: Surroundings): Promise<DoneRun[]> {
  const { settings, workingDirectory, now, log } = surroundings;
  const regions = regionsOf(job, choice, settings);
  const faults: unknown[] = [];
  const runs: DoneRun[] = [];
  const store = await openStore(settings, workingDirectory);
  try {
    await store.exclusively(async () => {
      for (const [index, region] of regions.entries()) {
        const asked = { job: job.name, region, date: dateOf(choice, region) };
        const run = await store.session((session) =>
          transaction(session, () => takeByHand(session, asked, now())),
        );
        runs.push({ job: job.name, region, date: asked.date });
        const aside = await executeRun(store, surroundings, job, run, { isRead: index > 0 }).catch(
          (error: unknown) => error,
        );
        if (aside !== undefined) faults.push(aside);
      }
    });
    const { failed } = await deliver(store, settings, { now, workingDirectory });
    for (const { channel, topic, error } of failed) {
      log.warn(`The message about ${topic} was not delivered to ${channel}: ${error}`);
    }
  } finally {
    await store.close();
  }
  if (faults.length > 0) throw faults[0];
  return runs;
}

/** The date asked for in a region; null if the job chooses it. */
function dateOf({ asked }: JobChoice, region: string): string | null {
  if (asked === undefined) return null;
  return asked.dates.find((date) => asked.isAsked?.(date, regionOfFolder(region)) ?? true) ?? null;
}

/** The regions to run, each with a run of its own. Throws USAGE. */
function regionsOf(job: Job, choice: JobChoice, settings: Settings): string[] {
  const { region, asked } = choice;
  if (job.dateOf !== undefined) {
    // Check the region before a run is recorded.
    chosenRegions(settings, region);
    const regions =
      region === undefined ? job.times(settings).map((time) => time.region ?? ALL_REGIONS) : [region];
    return regions.filter((name) => asked === undefined || dateOf(choice, name) !== null);
  }
  if (region === undefined && asked === undefined) return [ALL_REGIONS];
  throw new Fault('USAGE', {
    where: `job run ${job.name}`,
    expected: 'neither --region nor --date: the job covers all regions and dates',
  });
}
