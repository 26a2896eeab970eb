import { Fault } from '../src/errors.ts';
import { ingest } from '../src/ingest/ingest.ts';
import { ingestText } from '../src/operate/summary-text.ts';
import type { Job } from './job.ts';

/** Reads what is new in the configured folders. */
export const ingestJob: Job = {
  name: 'ingest',
  purpose: 'reads what is new in the folders of the settings',
  times: (settings) => [{ expression: settings.jobs.ingest, zone: 'UTC' }],
  run: async ({ store, settings, at, say, region, date }) => {
    if (region !== undefined || date !== undefined) {
      throw new Fault('USAGE', {
        where: 'job run ingest',
        expected: 'neither --region nor --date: it reads all that is new',
      });
    }
    if (settings.ingest.folders.length === 0) {
      say('No folders to read: set ingest.folders.');
      return;
    }
    say(ingestText(await ingest(store, settings, { paths: settings.ingest.folders, readAt: at })));
  },
};
