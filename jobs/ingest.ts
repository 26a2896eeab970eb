import { joinedFault } from '../src/ingest/ingest.ts';
import { namedSources, readSources } from '../src/ingest/read-sources.ts';
import { sourcesText } from '../src/operate/sources-text.ts';
import { refuseChoice } from './choice.ts';
import type { Job } from './job.ts';

/** Reads what is new in the folders and sources of the settings. */
export const ingestJob: Job = {
  name: 'ingest',
  purpose: 'reads what is new in the folders and sources of the settings',
  needs: 'ingest.folders, or sources',
  times: (settings) =>
    namedSources(settings).length === 0 ? [] : [{ expression: settings.jobs.ingest, zone: 'UTC' }],
  run: async (context) => {
    refuseChoice('ingest', context);
    const { store, settings, at, say, workingDirectory } = context;
    if (namedSources(settings).length === 0) {
      say('Nothing to read: set ingest.folders, or sources.');
      return [];
    }
    const { sources, faults } = await readSources(store, settings, { readAt: at, workingDirectory });
    // What could be read is read, and is told before what could not.
    const said = sourcesText(sources);
    if (said !== '') say(said);
    if (faults.length > 0) throw joinedFault(faults);
    return [];
  },
};
