import { openStore } from '../src/database/open-store.ts';
import { transaction } from '../src/database/store.ts';
import { deliver } from '../src/operate/alerts/deliver.ts';
import { ALL_REGIONS } from '../src/operate/job-runs/job-run.ts';
import { takeByHand } from '../src/operate/job-runs/take-run.ts';
import { carryOut, type Surroundings } from './carry-out.ts';
import type { Job } from './job.ts';

/**
 * Runs one job now, alone on its store, and notes the run; whether it is due makes no difference, and one that fails is
 * not tried again.
 * @throws Fault STORE_LOCKED while another run is at work, and what the job throws
 */
export async function runJob(
  job: Job,
  choice: { readonly region?: string | undefined; readonly date?: string | undefined },
  surroundings: Surroundings,
): Promise<void> {
  const { settings, workingDirectory, now } = surroundings;
  const store = await openStore(settings, workingDirectory);
  try {
    await store.exclusively(async () => {
      const asked = { job: job.name, region: choice.region ?? ALL_REGIONS, date: choice.date ?? null };
      const run = await store.session((session) =>
        transaction(session, () => takeByHand(session, asked, now())),
      );
      await carryOut(store, surroundings, job, run);
    });
    await deliver(store, settings, { now, workingDirectory });
  } finally {
    await store.close();
  }
}
