import { Fault } from '../src/errors.ts';
import { watch } from '../src/operate/watch/watch.ts';
import { watchText } from '../src/operate/watch/watch-text.ts';
import { ingestJob } from './ingest.ts';
import type { Job } from './job.ts';

/** Reads what is new, then looks whether payments come as they usually do at this hour. */
export const watchJob: Job = {
  name: 'watch',
  purpose: 'ingests, then tells what is unusual compared with the weeks before',
  times: (settings) => [{ expression: settings.jobs.watch, zone: 'UTC' }],
  run: async (context) => {
    const { store, settings, at, say, region, date } = context;
    if (region !== undefined || date !== undefined) {
      throw new Fault('USAGE', {
        where: 'job run watch',
        expected: 'neither --region nor --date: it looks at all regions, as of now',
      });
    }
    // What was read before is watched also where a source fails; its fault is told after.
    const failures: unknown[] = [];
    await ingestJob.run(context).catch((error: unknown) => failures.push(error));
    say(watchText(await watch(store, settings, { at, announce: async () => undefined })));
    if (failures.length > 0) throw failures[0];
  },
};
