import { openStore } from '../src/database/open-store.ts';
import { transaction } from '../src/database/store.ts';
import { Fault } from '../src/errors.ts';
import { deliver } from '../src/operate/alerts/deliver.ts';
import { ALL_REGIONS } from '../src/operate/job-runs/job-run.ts';
import { takeByHand } from '../src/operate/job-runs/take-run.ts';
import { regionsAtHand } from '../src/operate/regions.ts';
import type { Settings } from '../src/settings.ts';
import { carryOut, type Surroundings } from './carry-out.ts';
import type { Job } from './job.ts';

/** What somebody asks for; all regions, and the date that the job would choose, where nothing is said. */
export interface JobChoice {
  readonly region?: string | undefined;
  readonly date?: string | undefined;
}

/** A run that was done; date is null where the job chose it. */
export interface RunOfJob {
  readonly job: string;
  readonly region: string;
  readonly date: string | null;
}

/**
 * Runs one job now, alone on its store, each region by itself, and notes the runs; whether they are due makes no
 * difference, and one that fails is not tried again, nor does it keep the other regions from theirs.
 * @throws Fault USAGE for a choice that the job does not have, STORE_LOCKED while another run is at work, and the first
 *   that a run throws, or that was wrong beside one
 */
export async function runJob(job: Job, choice: JobChoice, surroundings: Surroundings): Promise<RunOfJob[]> {
  const { settings, workingDirectory, now, log } = surroundings;
  const regions = regionsOf(job, choice, settings);
  const faults: unknown[] = [];
  const runs: RunOfJob[] = [];
  const store = await openStore(settings, workingDirectory);
  try {
    await store.exclusively(async () => {
      for (const [index, region] of regions.entries()) {
        const asked = { job: job.name, region, date: choice.date ?? null };
        const run = await store.session((session) =>
          transaction(session, () => takeByHand(session, asked, now())),
        );
        runs.push({ job: job.name, region, date: asked.date });
        const aside = await carryOut(store, surroundings, job, run, { isRead: index > 0 }).catch(
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

/** The regions that a run is asked for, each of which has one of its own. Throws USAGE. */
function regionsOf(job: Job, { region, date }: JobChoice, settings: Settings): string[] {
  if (job.dateOf !== undefined) {
    // Before anything is noted: a mistyped region is no run.
    regionsAtHand(settings, region);
    return region === undefined ? job.times(settings).map((time) => time.region ?? ALL_REGIONS) : [region];
  }
  if (region === undefined && date === undefined) return [ALL_REGIONS];
  throw new Fault('USAGE', {
    where: `job run ${job.name}`,
    expected: 'neither --region nor --date: it is about all of them',
  });
}
