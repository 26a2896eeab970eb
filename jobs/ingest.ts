import { Fault } from '../src/errors.ts';
import { joinedFault } from '../src/ingest/ingest.ts';
import { namedSources, readSources } from '../src/ingest/read-sources.ts';
import { sourcesText } from '../src/operate/sources-text.ts';
import type { Job } from './job.ts';

/** Reads what is new in the folders and sources of the settings. */
export const ingestJob: Job = {
  name: 'ingest',
  purpose: 'reads what is new in the folders and sources of the settings',
  times: (settings) => [{ expression: settings.jobs.ingest, zone: 'UTC' }],
  run: async ({ store, settings, at, say, region, date, workingDirectory }) => {
    if (region !== undefined || date !== undefined) {
      throw new Fault('USAGE', {
        where: 'job run ingest',
        expected: 'neither --region nor --date: it reads all that is new',
      });
    }
    if (namedSources(settings).length === 0) {
      say('Nothing to read: set ingest.folders, or sources.');
      return;
    }
    const { sources, faults } = await readSources(store, settings, { readAt: at, workingDirectory });
    // What could be read is read, and is told before what could not.
    const said = sourcesText(sources);
    if (said !== '') say(said);
    if (faults.length > 0) throw joinedFault(faults);
  },
};
