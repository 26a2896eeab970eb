import { enqueue } from '../src/operate/alerts/enqueue.ts';
import { watch } from '../src/operate/watch/watch.ts';
import { watchText } from '../src/operate/watch/watch-text.ts';
import { readAside } from './ingest.ts';
import type { Job } from './job.ts';

/** Reads what is new, then looks whether payments come as they usually do at this hour. */
export const watchJob: Job = {
  name: 'watch',
  purpose: 'ingests, then tells what is unusual compared with the weeks before',
  needs: 'watch.measures',
  times: ({ jobs, watch: { measures } }) =>
    measures.length === 0 ? [] : [{ expression: jobs.watch, zone: 'UTC' }],
  run: async (context) => {
    const { store, settings, at, say } = context;
    const aside = await readAside(context);
    const result = await watch(store, settings, {
      at,
      announce: async (session, alerts) => {
        await enqueue(session, settings, alerts, at);
      },
    });
    say(watchText(result));
    return { aside };
  },
};
