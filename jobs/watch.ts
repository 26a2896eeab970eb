import { enqueue } from '../src/alerts/enqueue.ts';
import type { Job } from '../src/operations/schedule/job.ts';
import { watch } from '../src/operations/watch/run-watch.ts';
import { watchText } from '../src/operations/watch/watch-text.ts';
import { readAside } from './ingest.ts';

export const watchJob: Job = {
  name: 'watch',
  purpose: 'ingests, then reports what is unusual compared with the weeks before',
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
    say(watchText(result, settings));
    return { aside };
  },
};
