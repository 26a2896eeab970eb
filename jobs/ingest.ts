import { judgeNow } from '../src/books/run/judge-as-of.ts';
import { Fault } from '../src/errors.ts';
import { joinedFault } from '../src/ingest/ingest.ts';
import { namedSources, readSources } from '../src/ingest/read-sources.ts';
import { sourcesText } from '../src/ingest/sources-text.ts';
import { isoInstant } from '../src/normalise/instant.ts';
import type { Job, JobContext } from '../src/operations/schedule/job.ts';
import { releaseHeld } from '../src/operations/schedule/take-run.ts';

export const ingestJob: Job = {
  name: 'ingest',
  purpose: 'reads what is new in the folders and sources of the settings; with jobs.judge it also judges it',
  needs: 'ingest.folders, or sources',
  times: (settings) =>
    namedSources(settings).length === 0 ? [] : [{ expression: settings.jobs.ingest, zone: 'UTC' }],
  run: async (context) => {
    const { store, settings, at, say } = context;
    await readAll(context);
    if (!settings.jobs.judge) return {};
    const run = await judgeNow(store, settings, at);
    if (run !== undefined) say(`Judged what is new as of ${isoInstant(run.asOf)}.`);
    return {};
  },
};

/** Reads all sources. Throws Fault, after the others were read, if one could not be read completely. */
async function readAll({ store, settings, at, say, workingDirectory }: JobContext): Promise<void> {
  if (namedSources(settings).length === 0) {
    say('Nothing to read: set ingest.folders, or sources.');
    // The source that a night waits for may have been taken out of the settings.
    await store.session(releaseHeld);
    return;
  }
  const { sources, faults } = await readSources(store, settings, { readAt: at, workingDirectory });
  // Report what was read before throwing the faults of the sources that failed.
  const summary = sourcesText(sources);
  if (summary !== '') say(summary);
  if (faults.length > 0) throw joinedFault(faults);
  await store.session(releaseHeld);
}

/**
 * Ingests on behalf of another job, and returns a source's fault instead of throwing it. The other job goes on with the
 * records that are stored, and judges them itself; the ingest job fails on the same fault, is retried and sends the alert.
 * @returns the fault of the sources, if there was one
 * @throws Fault of the store
 */
export async function readAside(context: JobContext): Promise<Fault | undefined> {
  try {
    await readAll(context);
    return undefined;
  } catch (error) {
    if (error instanceof Fault && isOfSources(error)) return error;
    throw error;
  }
}

function isOfSources({ code }: Fault): boolean {
  return code.startsWith('SOURCE_') || code === 'SECRET_UNAVAILABLE';
}
