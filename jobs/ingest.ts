import { Fault } from '../src/errors.ts';
import { joinedFault } from '../src/ingest/ingest.ts';
import { namedSources, readSources } from '../src/ingest/read-sources.ts';
import { sourcesText } from '../src/ingest/sources-text.ts';
import type { Job, JobContext } from '../src/operations/schedule/job.ts';
import { releaseHeld } from '../src/operations/schedule/take-run.ts';

export const ingestJob: Job = {
  name: 'ingest',
  purpose: 'reads what is new in the folders and sources of the settings',
  needs: 'ingest.folders, or sources',
  times: (settings) =>
    namedSources(settings).length === 0 ? [] : [{ expression: settings.jobs.ingest, zone: 'UTC' }],
  run: async (context) => {
    const { store, settings, at, say, workingDirectory } = context;
    if (namedSources(settings).length === 0) {
      say('Nothing to read: set ingest.folders, or sources.');
      return {};
    }
    const { sources, faults } = await readSources(store, settings, { readAt: at, workingDirectory });
    // Report what was read before throwing the faults of the sources that failed.
    const summary = sourcesText(sources);
    if (summary !== '') say(summary);
    if (faults.length > 0) throw joinedFault(faults);
    await store.session(releaseHeld);
    return {};
  },
};

/**
 * Ingests on behalf of another job, and returns a source's fault instead of throwing it. The other job goes on with the
 * records that are stored; the ingest job itself fails on the same fault, is retried and sends the alert.
 * @returns the fault of the sources, if there was one
 * @throws Fault of the store
 */
export async function readAside(context: JobContext): Promise<Fault | undefined> {
  try {
    await ingestJob.run(context);
    return undefined;
  } catch (error) {
    if (error instanceof Fault && isOfSources(error)) return error;
    throw error;
  }
}

function isOfSources({ code }: Fault): boolean {
  return code.startsWith('SOURCE_') || code === 'SECRET_UNAVAILABLE';
}
