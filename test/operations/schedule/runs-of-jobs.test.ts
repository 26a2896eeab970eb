import { expect, it } from 'vitest';
import type { Alert } from '../../../src/alerts/alert.ts';
import { Fault, type FaultCode } from '../../../src/errors.ts';
import { addSeconds, formatInstant, isoSeconds } from '../../../src/normalise/instant.ts';
import { failRun } from '../../../src/operations/schedule/end-run.ts';
import { forgetNights } from '../../../src/operations/schedule/forget-nights.ts';
import { isMissed, jobOutlooks, nextToDo } from '../../../src/operations/schedule/job-outlook.ts';
import type { JobPlan } from '../../../src/operations/schedule/job-run.ts';
import { planRuns } from '../../../src/operations/schedule/plan-runs.ts';
import { takeByHand, takeRun } from '../../../src/operations/schedule/take-run.ts';
import { instant } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { ATTEMPTS, CAIRO, HOURLY, jobLedger, PLANS } from './job-ledger.ts';

onEngines('runs of jobs', (engine) => {
  const ledger = (plans?: readonly JobPlan[]) => jobLedger(engine, plans);

  it('owe nothing of the time before they were first planned', async () => {
    const { begin } = await ledger();
    expect(await begin('2026-10-23T12:04:59Z')).toBeUndefined();
    expect(await begin('2026-10-23T12:05:00Z')).toEqual(['ingest', 'all', '2026-10-23T12:05:00Z', null, 1]);
  });

  it('of nights are made up for one by one, the oldest date first, over a change of clock too', async () => {
    const { begin, well } = await ledger([CAIRO]);
    const nights: unknown[] = [];
    for (let night = await begin('2026-10-31T12:00:00Z'); night !== undefined; ) {
      nights.push(night[3]);
      await well('2026-10-31T12:00:01Z');
      night = await begin('2026-10-31T12:00:02Z');
    }
    const dates = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'];
    expect(nights).toEqual([...dates, '2026-10-28', '2026-10-29', '2026-10-30']);
  });

  it('that are about no date are made up for at once, by the newest', async () => {
    const { begin, well, taken } = await ledger([HOURLY]);
    expect(await begin('2026-10-25T00:00:00Z')).toEqual(['ingest', 'all', '2026-10-24T23:05:00Z', null, 1]);
    expect(taken().replacesRuns).toBe(36);
    await well('2026-10-25T00:00:01Z');
    expect(await begin('2026-10-25T00:05:00Z')).toEqual(['ingest', 'all', '2026-10-25T00:05:00Z', null, 1]);
    expect(taken().replacesRuns).toBe(1);
  });

  it('due at the same moment take turns by plan', async () => {
    const both = { ...HOURLY, expression: '30 * * * *' };
    const { begin, well } = await ledger([both, CAIRO]);
    expect((await begin('2026-10-23T23:30:00Z'))?.[0]).toBe('ingest');
    await well('2026-10-23T23:30:01Z');
    expect((await begin('2026-10-23T23:30:02Z'))?.[0]).toBe('nightly');
  });

  it('that fail are tried again after pauses that grow, and told once, until they go well', async () => {
    const { begin, ill, well } = await ledger([CAIRO]);
    const told: Alert[] = [];
    let at = instant('2026-10-23T23:30:00Z');
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const now = formatInstant(at).replace(' ', 'T').replace('+00', 'Z');
      expect(await begin(now)).toEqual(['nightly', 'EG', '2026-10-23T23:30:00Z', '2026-10-23', attempt]);
      told.push(...(await ill(now)));
      // Not a second before its pause is over.
      const pause = [60, 300, 900, 3600, 14_400, 14_400, 14_400][attempt - 1]!;
      const early = isoSeconds(formatInstant(addSeconds(at, pause - 1)));
      expect(await begin(early)).toBeUndefined();
      at = addSeconds(at, pause);
      pauses.push(pause);
    }
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      severity: 'critical',
      facts: {
        ...{ topic: 'jobs', job: 'nightly', region: 'EG', date: '2026-10-23', failures: ATTEMPTS },
        fault: { code: 'DATABASE_UNREACHABLE', where: 'db' },
      },
    });
    await begin(isoSeconds(formatInstant(at)));
    const good = await well('2026-10-25T00:00:00Z');
    expect(good).toHaveLength(1);
    expect(good[0]?.facts).not.toHaveProperty('fault');
    expect(new Set([...told, ...good].map(({ key }) => key)).size).toBe(2);
  });

  it('whose fault no later attempt mends are told at once', async () => {
    const { begin, ill } = await ledger([CAIRO]);
    await begin('2026-10-23T23:30:00Z');
    const told = await ill('2026-10-23T23:31:00Z', new Fault('VERIFICATION_FAILED', { found: ['a', 'b'] }));
    expect(told.map(({ facts }) => facts)).toMatchObject([{ failures: 1, fault: { found: 'a; b' } }]);
  });

  it.each<[FaultCode, number]>([
    ['SETTINGS_INVALID', 1],
    ['AS_OF_TOO_EARLY', 1],
    ['NIGHT_HELD', 1],
    ['BOOKS_DO_NOT_TIE', 1],
    ['VERSION_LOST', 1],
    ['WORKBOOK_LIMIT', 1],
    ['MANIFEST_LIMIT', 1],
    ['PARQUET_LIMIT', 1],
    ['DATABASE_DAMAGED', 1],
    ['SCHEMA_MISMATCH', 1],
    ['TIME_ZONES_DIFFER', 1],
    // A file may still be copied, a server and a folder may come back.
    ['SOURCE_COLUMNS', 0],
    ['FOLDER_NOT_WRITABLE', 0],
    ['DATABASE_NOT_WRITABLE', 0],
  ])('that fail by %s give %i messages at the first failure', async (code, messages) => {
    const { begin, ill } = await ledger([CAIRO]);
    await begin('2026-10-23T23:30:00Z');
    expect(await ill('2026-10-23T23:31:00Z', new Fault(code))).toHaveLength(messages);
  });

  it('whose fault lasts are told again where it comes to be another, and not where it stays', async () => {
    const { begin, ill } = await ledger([CAIRO]);
    const told: Alert[] = [];
    const found = [
      ['orders.csv'],
      ['orders.csv'],
      ['orders.csv', 'payments.csv'],
      ['orders.csv', 'payments.csv'],
    ];
    const moments = [
      '2026-10-23T23:30:00Z',
      '2026-10-23T23:40:00Z',
      '2026-10-24T00:00:00Z',
      '2026-10-24T01:00:00Z',
    ];
    for (const [index, at] of moments.entries()) {
      await begin(at);
      told.push(...(await ill(at, new Fault('VERIFICATION_FAILED', { found: found[index]! }))));
    }
    expect(told.map(({ facts }) => facts)).toMatchObject([
      { fault: { found: 'orders.csv' } },
      { fault: { found: 'orders.csv; payments.csv' } },
    ]);
    expect(new Set(told.map(({ key }) => key)).size).toBe(2);
  });

  it('that fail hold up no other date', async () => {
    const { begin, ill, well } = await ledger([CAIRO]);
    await begin('2026-10-23T23:30:00Z');
    await ill('2026-10-24T23:29:30Z');
    expect((await begin('2026-10-24T23:30:00Z'))?.[3]).toBe('2026-10-24');
    await well('2026-10-24T23:30:20Z');
    expect((await begin('2026-10-24T23:30:30Z'))?.[3]).toBe('2026-10-23');
  });

  it('that fail and are about no date go on in the next that is due, with what was counted', async () => {
    const { begin, ill, taken } = await ledger([HOURLY]);
    const told: Alert[] = [];
    for (const hour of ['12', '13', '14']) {
      await begin(`2026-10-23T${hour}:05:00Z`);
      told.push(...(await ill(`2026-10-23T${hour}:59:59Z`)));
    }
    expect(taken()).toMatchObject({ replacesRuns: 3, failures: 2 });
    expect(told.map(({ facts }) => facts)).toMatchObject([{ job: 'ingest', failures: 3 }]);
  });

  it('that were cut off are begun again at once, then after pauses, and told where that happens each time', async () => {
    const { begin, cutOff } = await ledger([CAIRO]);
    const told: Alert[] = [];
    const night = ['nightly', 'EG', '2026-10-23T23:30:00Z', '2026-10-23'];
    const moments = [
      '2026-10-24T00:00:00Z',
      '2026-10-24T00:01:00Z',
      '2026-10-24T00:07:00Z',
      '2026-10-24T00:23:00Z',
    ];
    for (const [index, at] of moments.entries()) {
      expect(await begin(at)).toEqual([...night, index + 1]);
      expect(await begin(at)).toBeUndefined();
      const { runs, alerts } = await cutOff(at);
      expect(runs).toHaveLength(1);
      told.push(...alerts);
      // The first time by chance; who ends its process each time lets others have their turn.
      if (index > 0) expect(await begin(at)).toBeUndefined();
    }
    expect(told.map(({ facts }) => facts)).toMatchObject([
      { failures: ATTEMPTS, retryAt: '2026-10-24 00:22:00+00', fault: { code: 'INTERRUPTED' } },
    ]);
    expect((await cutOff('2026-10-24T00:24:00Z')).runs).toEqual([]);
  });

  it('that somebody asks for stand beside those that are due, and are not tried again', async () => {
    const { store, within, begin, well } = await ledger([CAIRO]);
    const asked = { job: 'nightly', region: 'EG', date: '2026-10-20' };
    const at = instant('2026-10-24T10:00:00Z');
    const run = await within((session) => takeByHand(session, asked, at));
    const error = new Fault('DATABASE_UNREACHABLE');
    expect(await within((session) => failRun(session, run, { at, error, attempts: 1 }))).toEqual([]);
    expect((await begin('2026-10-24T10:00:00Z'))?.[3]).toBe('2026-10-23');
    await well('2026-10-24T10:00:01Z');
    expect(await begin('2026-10-24T20:00:00Z')).toBeUndefined();
    const rows = await store.session(({ db }) =>
      db.selectFrom('job_runs').select(['by_hand', 'outcome', 'retry_at']).orderBy('by_hand').execute(),
    );
    expect(rows).toEqual([
      { by_hand: false, outcome: 'done', retry_at: null },
      { by_hand: true, outcome: 'failed', retry_at: null },
    ]);
  });

  it('of what the settings plan no more are owed no longer; planned again, what came due meanwhile is', async () => {
    const { store, within, begin, ill } = await ledger();
    await begin('2026-10-23T23:30:00Z');
    await ill('2026-10-23T23:31:00Z');
    const at = instant('2026-10-26T00:00:00Z');
    const others = [{ ...CAIRO, region: 'MX' }];
    await within((session) => planRuns(session, others, at));
    expect(await within((session) => takeRun(session, others, at))).toBeUndefined();
    expect(await store.session((session) => isMissed(session, 'nightly', at))).toBe(false);
    expect((await begin('2026-10-26T00:00:00Z'))?.[0]).toBe('nightly');
    const dates = await store.session(({ db }) =>
      db
        .selectFrom('job_runs')
        .select(['date', 'outcome'])
        .where('job', '=', 'nightly')
        .orderBy('due_at')
        .execute(),
    );
    expect(dates).toEqual([
      { date: '2026-10-23', outcome: 'superseded' },
      { date: '2026-10-24', outcome: 'running' },
      { date: '2026-10-25', outcome: 'due' },
    ]);
  });

  it('that ended long ago are forgotten, but for the newest of each, from which is known what is owed', async () => {
    const { store, within, begin, well } = await ledger([CAIRO]);
    for (const day of ['24', '25', '26']) {
      await begin(`2026-10-${day}T00:00:00Z`);
      await well(`2026-10-${day}T00:01:00Z`);
    }
    await within((session) =>
      takeByHand(session, { job: 'verify', region: 'all', date: null }, instant('2026-10-24T05:00:00Z')),
    );
    expect(await within((session) => forgetNights(session, instant('2027-01-01T00:00:00Z')))).toBe(2);
    const left = await store.session(({ db }) =>
      db.selectFrom('job_runs').select(['job', 'date', 'outcome']).orderBy('job').execute(),
    );
    expect(left).toEqual([
      { job: 'nightly', date: '2026-10-25', outcome: 'done' },
      { job: 'verify', date: null, outcome: 'running' },
    ]);
  });

  it('are listed with the last, what is owed, and the next', async () => {
    const { store, begin, ill, well } = await ledger();
    await begin('2026-10-23T12:05:00Z');
    await well('2026-10-23T12:05:09Z');
    await begin('2026-10-23T23:30:00Z');
    await well('2026-10-23T23:30:02Z');
    await begin('2026-10-23T23:31:00Z');
    await ill('2026-10-23T23:32:00Z');
    const at = instant('2026-10-23T23:32:10Z');
    const [hourly, cairo] = await store.session((session) => jobOutlooks(session, PLANS, at));
    expect(hourly).toMatchObject({ last: { outcome: 'done' }, waiting: 0, failing: 0 });
    expect(isoSeconds(formatInstant(hourly!.next!))).toBe('2026-10-24T00:05:00Z');
    expect(cairo).toMatchObject({ last: { outcome: 'failed', date: '2026-10-23' }, failing: 1 });
    expect(isoSeconds(cairo!.retryAt!)).toBe('2026-10-23T23:33:00Z');
    const next = await store.session((session) => nextToDo(session, PLANS, at));
    expect(isoSeconds(formatInstant(next!))).toBe('2026-10-23T23:33:00Z');
    expect(await store.session((session) => isMissed(session, 'nightly', at))).toBe(true);
    expect(await store.session((session) => isMissed(session, 'ingest', at))).toBe(false);
  });
});
