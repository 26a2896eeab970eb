import { Fault } from '../src/errors.ts';
import { joinedFault } from '../src/ingest/ingest.ts';
import { namedSources, readSources } from '../src/ingest/read-sources.ts';
import { sourcesText } from '../src/ingest/sources-text.ts';
import type { Job, JobContext } from '../src/operations/schedule/job.ts';
import { releaseHeld } from '../src/operations/schedule/take-run.ts';

/** Reads what is new in the folders and sources of the settings. */
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
    // What could be read is stored, and is reported before what could not.
    const said = sourcesText(sources);
    if (said !== '') say(said);
    if (faults.length > 0) throw joinedFault(faults);
    await store.session(releaseHeld);
    return {};
  },
};

/**
 * Reads what is new for a job that is for something else, which is done with what there is where a source cannot be read:
 * the ingest job fails by that, is retried and reported.
 * @returns the fault of sources
 * @throws what is wrong with the store
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
