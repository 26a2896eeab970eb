import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOBS } from '../../../jobs/all.ts';
import { enqueue } from '../../../src/alerts/enqueue.ts';
import { type Session, transaction } from '../../../src/database/store.ts';
import { Fault } from '../../../src/errors.ts';
import { checkSchedule } from '../../../src/operations/doctor/check-schedule.ts';
import { aheadWarning } from '../../../src/operations/schedule/clock-warning.ts';
import { endRun, failRun } from '../../../src/operations/schedule/end-run.ts';
import { planRuns } from '../../../src/operations/schedule/plan-runs.ts';
import { jobPlans } from '../../../src/operations/schedule/plans.ts';
import { takeRun } from '../../../src/operations/schedule/take-run.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { settingsWith } from '../../alerts/alert-books.ts';
import { SAMPLES } from '../../alerts/sample-alerts.ts';
import { DATE, EVIDENCE, feed, instant, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PLANS = jobPlans(JOBS, parseSettings({ jobs: { watch: '0 0 1 1 *', verify: '0 0 1 1 *' } })).filter(
  ({ region }) => region !== 'other',
);

onEngines('what doctor says of the schedule', (engine) => {
  async function book() {
    const store = await engine.emptied();
    const within = <T>(work: (session: Session) => Promise<T>) =>
      store.session((session) => transaction(session, () => work(session)));
    const plan = (at: string) => within((session) => planRuns(session, PLANS, instant(at)));
    const take = (at: string) => within((session) => takeRun(session, PLANS, instant(at)));
    const look = async (at: string) =>
      (await store.session((session) => checkSchedule(session, PLANS, instant(at), ['ops']))).map(
        ({ grade, found }) => `${grade}: ${found}`,
      );
    return { within, plan, take, look };
  }

  it('is nothing of times that one run has just made up for', async () => {
    const { within } = await book();
    const plans = jobPlans(JOBS, parseSettings({})).filter(({ job }) => job === 'watch');
    const plan = (at: string) => within((session) => planRuns(session, plans, instant(at)));
    const found = async (at: string) =>
      (await within((session) => checkSchedule(session, plans, instant(at), ['ops']))).map(
        (one) => one.found,
      );
    await plan('2026-11-20T00:00:00Z');
    expect((await found('2026-11-20T12:19:00Z')).join()).toMatch(/begun: watch .* \d+ times$/);
    await plan('2026-11-20T12:20:00Z');
    expect((await found('2026-11-20T12:21:00Z')).join()).not.toContain('not begun');
  });

  it('is that it never ran, where it never did', async () => {
    const { look } = await book();
    expect(await look('2026-11-19T12:00:00Z')).toEqual([
      'ok: never ran on this store (payin-recon schedule, or schedule --once from cron)',
    ]);
  });

  it('is when the last nights ended, and when the next run is due', async () => {
    const { within, plan, take, look } = await book();
    await plan('2026-11-19T23:00:00Z');
    await plan('2026-11-20T05:30:00Z');
    for (const end of ['2026-11-20T05:31:00Z', '2026-11-20T05:32:00Z']) {
      const run = await take('2026-11-20T05:30:00Z');
      await within((session) => endRun(session, run!, instant(end)));
    }
    expect(await look('2026-11-20T12:00:00Z')).toEqual([
      'ok: last nights: BR 2026-11-19 at 2026-11-20T05:32:00Z, EG 2026-11-19 at 2026-11-20T05:31:00Z; ' +
        'next run due at 2026-11-21T00:30:00Z',
    ]);
  });

  it('is why a night fails, also after a later one went well', async () => {
    const { within, plan, take, look } = await book();
    await plan('2026-11-20T12:00:00Z');
    await plan('2026-11-21T00:30:00Z');
    const failed = await take('2026-11-21T00:30:00Z');
    const error = new Fault('FOLDER_NOT_WRITABLE', { where: 'reports' });
    const at = instant('2026-11-22T00:29:50Z');
    await within((session) => failRun(session, failed!, { at, error, attempts: 5 }));
    await plan('2026-11-22T00:30:00Z');
    const [brazil, later] = [await take('2026-11-22T00:30:00Z'), await take('2026-11-22T00:30:00Z')];
    expect([brazil?.date, later?.date]).toEqual(['2026-11-20', '2026-11-21']);
    for (const run of [brazil, later]) {
      await within((session) => endRun(session, run!, instant('2026-11-22T00:31:00Z')));
    }
    expect(await look('2026-11-22T00:40:00Z')).toEqual([
      'doubtful: nightly EG: 1 run failing, again at 2026-11-22T00:30:50Z: error FOLDER_NOT_WRITABLE: A folder cannot be written.',
    ]);
  });

  it('is which messages have no channel, and what becomes of them', async () => {
    const { within, plan } = await book();
    await plan('2026-11-19T12:00:00Z');
    const settings = settingsWith([{ name: 'former', kind: 'slack', url: 'https://hooks.example/T0' }]);
    await within((session) =>
      enqueue(session, settings, [SAMPLES['job-failed']], instant('2026-11-19T12:00:00Z')),
    );
    const [check] = await within((session) =>
      checkSchedule(session, PLANS, instant('2026-11-19T12:00:00Z'), ['ops']),
    );
    expect(check).toMatchObject({
      grade: 'doubtful',
      found: '1 message for the channel former, which the settings do not name',
      remedy:
        'Add a channel of this name to send them. Otherwise they are given up after 7 days, except those about missed ' +
        'payments, which wait for it.',
    });
  });

  it('is what fails and why, and what nobody began', async () => {
    const { within, plan, take, look } = await book();
    await plan('2026-11-19T23:00:00Z');
    await plan('2026-11-20T00:30:00Z');
    const run = await take('2026-11-20T00:30:00Z');
    const error = new Fault('FOLDER_NOT_WRITABLE', { where: 'reports' });
    await within((session) =>
      failRun(session, run!, { at: instant('2026-11-20T00:31:00Z'), error, attempts: 5 }),
    );
    expect(await look('2026-11-22T12:00:00Z')).toEqual([
      'doubtful: nightly EG: 1 run failing, again at 2026-11-20T00:32:00Z: error FOLDER_NOT_WRITABLE: A folder cannot be written.',
      'doubtful: due for more than an hour and not begun: nightly BR 3 times, nightly EG 2 times',
    ]);
  });
});

onEngines('what doctor says of a clock that was ahead', (engine) => {
  it.each([
    ['2026-11-19T12:00:00Z', true],
    ['2026-11-20T15:55:01Z', false],
  ])('is at %s which version an as-of is to come of: %s', async (moment, isSaid) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
    await publish(store, join(folder, 'reports'), '2026-11-20T16:00:00Z');
    const warning = await store.session((session) => aheadWarning(session, instant(moment)));
    expect(warning?.found).toBe(
      isSaid
        ? `${DATE} BR v1 is published as of 2026-11-20T16:00:00Z, which has not come, and 1 more version`
        : undefined,
    );
  });
});
