import { ship } from '../src/operations/deliver/ship.ts';
import { checkNothingFailed, shipText } from '../src/operations/deliver/ship-text.ts';
import type { Job } from '../src/operations/schedule/job.ts';

export const deliverJob: Job = {
  name: 'deliver',
  purpose: 'sends published versions to the deliveries of the settings',
  needs: 'deliveries',
  times: ({ jobs, deliveries }) =>
    deliveries.length === 0 ? [] : [{ expression: jobs.deliver, zone: 'UTC' }],
  run: async ({ store, settings, now, workingDirectory, say }) => {
    const shipped = await ship(store, settings, { now, workingDirectory });
    if (shipped.some(({ sent }) => sent.length > 0)) say(shipText(shipped));
    checkNothingFailed(shipped);
    return {};
  },
};
