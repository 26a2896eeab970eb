import { resolve } from 'node:path';
import { verify } from '../src/books/verify/verify.ts';
import { deviationTexts, verifyText } from '../src/books/verify/verify-text.ts';
import { Fault } from '../src/errors.ts';
import { addDays, localDate } from '../src/normalise/local-date.ts';
import type { Job } from '../src/operations/schedule/job.ts';

/** One month, and a few days to correct what fails. */
const DATES = 35;
/** Lines repeated in the fault. */
const MOST_SHOWN = 20;

export const verifyJob: Job = {
  name: 'verify',
  purpose: `checks every version of the last ${DATES} dates, the books and the audit trail`,
  times: ({ jobs }) => [{ expression: jobs.verify, zone: 'UTC' }],
  run: async (context) => {
    const { store, settings, at, workingDirectory, say } = context;
    const first = addDays(localDate(at, 'UTC'), -DATES);
    const reported = await store.session(({ db }) =>
      db
        .selectFrom('versions')
        .select('date')
        .distinct()
        .where('date', '>=', first)
        .orderBy('date')
        .execute(),
    );
    const results = await verify(store, settings, {
      dates: reported.map(({ date }) => date),
      out: resolve(workingDirectory, settings.out),
    });
    const found = deviationTexts(results, MOST_SHOWN);
    if (found.length > 0) throw new Fault('VERIFICATION_FAILED', { found });
    say(verifyText(results, (_state, word) => word));
    return {};
  },
};
