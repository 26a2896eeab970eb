import { purge } from '../src/books/periods/purge.ts';
import { purgedText, waitingTexts } from '../src/books/periods/purge-text.ts';
import { transaction } from '../src/database/store.ts';
import { addSeconds } from '../src/normalise/instant.ts';
import { forgetNights } from '../src/operations/schedule/forget-nights.ts';
import type { Job } from '../src/operations/schedule/job.ts';
import { counted } from '../src/terminal-text.ts';

export const retentionJob: Job = {
  name: 'retention',
  purpose:
    'takes out evidence, results, runs of jobs and messages older than jobs.keepDays; files and the audit trail stay',
  needs: 'jobs.keepDays',
  times: ({ jobs }) => (jobs.keepDays === undefined ? [] : [{ expression: jobs.retention, zone: 'UTC' }]),
  run: async (context) => {
    const { store, settings, at, say } = context;
    const days = settings.jobs.keepDays;
    if (days === undefined) {
      say('Nothing is removed: set jobs.keepDays.');
      return {};
    }
    const result = await purge(store, settings, {
      ...{ limit: { days }, who: 'payin-recon job retention', at },
      reason: `older than ${counted(days, 'day')} (jobs.keepDays)`,
    });
    await store.session((session) =>
      transaction(session, () => forgetNights(session, addSeconds(at, -days * 86_400))),
    );
    const { dates, statementRows, bankRows, unverified, rejected } = result;
    const age = `older than ${counted(days, 'day')}.`;
    if (dates.length + statementRows + bankRows + unverified + rejected === 0) say(`Nothing is ${age}`);
    else say(`Took out ${purgedText(result)} ${age}`);
    for (const text of waitingTexts(result)) say(text);
    return {};
  },
};
