import { expect, it } from 'vitest';
import { endRun } from '../../../src/operations/schedule/end-run.ts';
import { planRuns } from '../../../src/operations/schedule/plan-runs.ts';
import { takeRun } from '../../../src/operations/schedule/take-run.ts';
import { instant } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { CAIRO, HOURLY, jobLedger, PLANS } from './job-ledger.ts';

onEngines('runs of jobs, after a clock was ahead,', (engine) => {
  it('are due again at their time', async () => {
    const { begin, well, ill } = await jobLedger(engine, [CAIRO]);
    // The clock is two days ahead for a moment: one night goes well, one fails.
    expect((await begin('2026-10-25T12:00:00Z'))?.[3]).toBe('2026-10-23');
    await well('2026-10-25T12:00:01Z');
    expect((await begin('2026-10-25T12:00:02Z'))?.[3]).toBe('2026-10-24');
    await ill('2026-10-25T12:00:03Z');
    expect(await begin('2026-10-23T12:10:00Z')).toBeUndefined();
    expect((await begin('2026-10-23T23:30:00Z'))?.slice(3)).toEqual(['2026-10-23', 2]);
    await well('2026-10-23T23:31:00Z');
    expect(await begin('2026-10-23T23:32:00Z')).toBeUndefined();
    expect((await begin('2026-10-24T23:30:00Z'))?.slice(3)).toEqual(['2026-10-24', 2]);
    await well('2026-10-24T23:31:00Z');
    expect(await begin('2026-10-25T12:00:04Z')).toBeUndefined();
  });

  it('that failed by it are tried again at once', async () => {
    const { begin, ill } = await jobLedger(engine, [CAIRO]);
    await begin('2026-10-23T23:30:00Z');
    await ill('2026-10-23T23:31:00Z');
    const night = ['nightly', 'EG', '2026-10-23T23:30:00Z', '2026-10-23'];
    expect(await begin('2027-10-23T23:00:00Z')).toEqual([...night, 2]);
    await ill('2027-10-23T23:00:01Z');
    expect(await begin('2026-10-23T23:40:00Z')).toEqual([...night, 3]);
    await ill('2026-10-23T23:41:00Z');
    // The pause after the third failure.
    expect(await begin('2026-10-23T23:55:59Z')).toBeUndefined();
    expect(await begin('2026-10-23T23:56:00Z')).toEqual([...night, 4]);
  });

  it('are not held any more, although their alerts were', async () => {
    const { store, within, begin, taken } = await jobLedger(engine, [CAIRO]);
    await begin('2026-10-25T12:00:00Z');
    await within((session) => endRun(session, taken(), instant('2026-10-25T12:00:01Z'), true));
    await within((session) => planRuns(session, [CAIRO], instant('2026-10-22T12:00:00Z')));
    const rows = () =>
      store.session(({ db }) => db.selectFrom('job_runs').select(['outcome', 'held']).execute());
    expect(await rows()).toContainEqual({ outcome: 'done', held: true });
    await within((session) => planRuns(session, [CAIRO], instant('2026-10-23T12:10:00Z')));
    expect(await rows()).not.toContainEqual(expect.objectContaining({ held: true }));
  });

  it('stay done where another machine is a little behind', async () => {
    const { begin, well } = await jobLedger(engine, [HOURLY]);
    await begin('2026-10-23T12:05:00Z');
    await well('2026-10-23T12:05:01Z');
    expect(await begin('2026-10-23T12:04:30Z')).toBeUndefined();
    expect(await begin('2026-10-23T12:05:02Z')).toBeUndefined();
  });

  it('stay done where the clock is behind for a while', async () => {
    const { begin, well } = await jobLedger(engine, [CAIRO]);
    await begin('2026-10-23T23:30:00Z');
    await well('2026-10-23T23:31:00Z');
    expect(await begin('1970-01-01T00:01:00Z')).toBeUndefined();
    expect(await begin('1970-01-01T00:02:00Z')).toBeUndefined();
    expect(await begin('2026-10-24T12:00:00Z')).toBeUndefined();
    expect((await begin('2026-10-24T23:30:00Z'))?.slice(3)).toEqual(['2026-10-24', 1]);
  });

  it('of a plan that was first looked at then are due from the next look', async () => {
    const { within } = await jobLedger(engine, [CAIRO]);
    await within((session) => planRuns(session, PLANS, instant('2027-10-23T12:00:00Z')));
    await within((session) => planRuns(session, PLANS, instant('2026-10-23T12:00:00Z')));
    await within((session) => planRuns(session, PLANS, instant('2026-10-23T12:05:00Z')));
    const hourly = await within((session) => takeRun(session, PLANS, instant('2026-10-23T12:05:01Z')));
    expect(hourly).toMatchObject({ job: 'ingest', dueAt: instant('2026-10-23T12:05:00Z') });
  });
});
