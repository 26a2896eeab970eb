import { purge } from '../src/operate/purge.ts';
import { counted } from '../src/operate/text.ts';
import { refuseChoice } from './choice.ts';
import type { Job } from './job.ts';

/** Takes out evidence and results that are older than the settings keep. */
export const retentionJob: Job = {
  name: 'retention',
  purpose:
    'takes out evidence and results older than jobs.keepDays; published files and the audit trail stay',
  needs: 'jobs.keepDays',
  times: ({ jobs }) => (jobs.keepDays === undefined ? [] : [{ expression: jobs.retention, zone: 'UTC' }]),
  run: async (context) => {
    refuseChoice('retention', context);
    const { store, settings, at, say } = context;
    const days = settings.jobs.keepDays;
    if (days === undefined) {
      say('Nothing is taken out: set jobs.keepDays.');
      return [];
    }
    const { dates } = await purge(store, settings, {
      ...{ limit: { days }, who: 'payin-recon job retention', at },
      reason: `older than ${counted(days, 'day')} (jobs.keepDays)`,
    });
    const orders = dates.reduce((sum, one) => sum + one.orders, 0);
    say(
      dates.length === 0
        ? `Nothing is older than ${counted(days, 'day')}.`
        : `Took out ${counted(orders, 'order')} of ${counted(dates.length, 'date')} older than ${counted(days, 'day')}.`,
    );
    return [];
  },
};
