import { ingest } from '../src/ingest/ingest.ts';
import { ingestText } from '../src/operate/summary-text.ts';
import { refuseChoice } from './choice.ts';
import type { Job } from './job.ts';

/** Reads what is new in the configured folders. */
export const ingestJob: Job = {
  name: 'ingest',
  purpose: 'reads what is new in the folders of the settings',
  times: (settings) =>
    settings.ingest.folders.length === 0 ? [] : [{ expression: settings.jobs.ingest, zone: 'UTC' }],
  run: async (context) => {
    refuseChoice('ingest', context);
    const { store, settings, at, say } = context;
    if (settings.ingest.folders.length === 0) {
      say('No folders to read: set ingest.folders.');
      return [];
    }
    say(ingestText(await ingest(store, settings, { paths: settings.ingest.folders, readAt: at })));
    return [];
  },
};
