import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { decideAll, decideFindings } from '../../../src/books/findings/decide.ts';
import type { Snapshot } from '../../../src/operations/monitor/monitor-snapshot.ts';
import { decideEverything } from '../../books/findings/case-books.ts';
import { DATE, feed, instant, LATE_CALLBACK, MORNING, NOON, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { leaveTraces, READ_AT, secondsOf, snapshotOf, watchedBooks } from './watched-books.ts';

onEngines('how things stand', (engine) => {
  it('is nothing, and no error, in a store in which nothing was done', async () => {
    const store = await engine.emptied();
    const snapshot = await snapshotOf(store);
    expect(snapshot).toMatchObject({
      at: secondsOf(READ_AT),
      jobs: [],
      nights: [],
      outcomes: [],
      alarms: [],
    });
    expect(snapshot.records).toEqual({ sources: 0, bytes: 0, accepted: 0, duplicate: 0, rejected: 0 });
    expect(snapshot.findings.every(({ orders }) => orders === 0)).toBe(true);
    expect(snapshot.findings.map(({ region }) => region)).toContain('other');
  });

  it('tells the newest date that was over when it was reconciled, and what it came to', async () => {
    const { publish, snapshot } = await watchedBooks(engine);
    await publish();
    const { nights, outcomes, records, newestRecords } = await snapshot();
    const night = { date: DATE, version: 1, as_of: secondsOf(MORNING) };
    expect(nights).toEqual([
      { ...night, region: 'BR', ended_at: secondsOf('2026-11-20T03:00:00Z') },
      { ...night, region: 'EG', ended_at: secondsOf('2026-11-19T22:00:00Z') },
    ]);
    expect(outcomes).toContainEqual({
      region: 'BR',
      outcome: 'MATCHED',
      currency: 'BRL',
      orders: 1,
      requested_minor: 20000,
      paid_minor: 20000,
    });
    expect(outcomes.map(({ region, outcome, orders }) => `${region} ${outcome} ${orders}`)).toEqual([
      'BR MATCHED 1',
      'BR ORPHAN 1',
      'BR STUCK 1',
      'EG MATCHED 1',
    ]);
    expect(records).toMatchObject({ sources: 1, accepted: 6, duplicate: 0, rejected: 1 });
    expect(newestRecords).toContainEqual({
      region: 'BR',
      kind: 'callback',
      newest_at: secondsOf('2026-11-19T13:06:02Z'),
    });
  });

  it('is not of today, which somebody reconciled while it went on', async () => {
    const { publish, snapshot } = await watchedBooks(engine);
    await publish();
    await publish('2026-11-20T12:10:00Z', ['2026-11-20']);
    expect((await snapshot()).nights.map(({ date }) => date)).toEqual([DATE, DATE]);
  });

  it('follows what a later run restates, and what was read since the last run', async () => {
    const { store, folder, publish, snapshot } = await watchedBooks(engine);
    await publish();
    await feed(store, `${folder}/late.ndjson`, [LATE_CALLBACK], NOON);
    const newest = async () =>
      (await snapshot()).newestRecords.find((one) => one.region === 'BR' && one.kind === 'callback')
        ?.newest_at;
    expect(await newest()).toBe(secondsOf('2026-11-20T14:00:00Z'));
    await publish(NOON);
    expect(await newest()).toBe(secondsOf('2026-11-20T14:00:00Z'));
    const { nights, outcomes } = await snapshot();
    expect(nights[0]).toMatchObject({ region: 'BR', version: 2, as_of: secondsOf(NOON) });
    expect(outcomes.find(({ outcome }) => outcome === 'MISMATCH')).toMatchObject({
      requested_minor: 12345,
      paid_minor: 12300,
    });
    expect(outcomes.filter(({ outcome }) => outcome === 'STUCK')).toEqual([]);
  });

  it('counts findings by severity and days since the business date, without those that people closed', async () => {
    const { store, publish, snapshot } = await watchedBooks(engine);
    await publish();
    const open = async (at?: string) =>
      countsOf((await snapshot(at)).findings, ({ region, severity, age }) => `${region} ${severity} ${age}`);
    const low = { 'BR medium 0-1': 1, 'BR low 0-1': 2 };
    expect(await open()).toEqual({ 'BR high 0-1': 1, ...low });
    expect(await open('2026-11-21T02:00:00Z')).toEqual({ 'BR high 0-1': 1, ...low });
    expect(await open('2026-11-21T12:00:00Z')).toHaveProperty('BR high 2-7', 1);
    expect(await open('2026-12-19T12:00:00Z')).toHaveProperty('BR high 8-30', 1);
    expect(await open('2026-12-21T12:00:00Z')).toHaveProperty('BR high >30', 1);
    await decideEverything(store, 'ORPHAN_CALLBACK', 'accept', 'known');
    expect(await open()).toEqual(low);
    expect(await open('2026-12-21T12:00:00Z')).toEqual({ 'BR medium >30': 1, 'BR low >30': 2 });
  });

  it('takes off only closed findings of dates that it counts', async () => {
    const { store, folder, publish, snapshot } = await watchedBooks(engine);
    await publish();
    const open = async () =>
      countsOf((await snapshot()).findings, ({ region, severity, age }) => `${region} ${severity} ${age}`);
    const before = await open();
    expect(before).toHaveProperty('BR high 0-1', 1);
    // Judged by the next run, but of a date that has no version.
    const later = callbackLine({ orderNo: 'ORDER00009', tradeNo: 'T9' }).replaceAll(
      '2026-11-19T',
      '2026-11-20T',
    );
    await feed(store, `${folder}/later.ndjson`, [later], NOON);
    await publish(NOON);
    expect(await open()).toEqual(before);
    const request = { at: instant('2026-11-20T15:30:00Z'), who: 'ana', settings: SETTINGS };
    const changes = await decideFindings(store, request, (session) =>
      decideAll(session, { order: 'ORDER00009' }, { action: 'accept', text: 'known' }),
    );
    expect(changes.map(({ finding }) => finding.code)).toContain('ORPHAN_CALLBACK');
    expect(await open()).toEqual(before);
    await decideEverything(store, 'ORPHAN_CALLBACK', 'accept', 'known');
    expect(await open()).not.toHaveProperty('BR high 0-1');
  });

  it('tells each job with its last good end, what is overdue, and what runs', async () => {
    const store = await engine.emptied();
    await leaveTraces(store);
    const { jobs, messages, alarms, queries, deliveries } = await snapshotOf(store);
    expect(jobs).toEqual([
      {
        ...{
          job: 'ingest',
          region: 'all',
          succeeded_at: null,
          last_outcome: null,
          ran_seconds: null,
          failures: 0,
        },
        running_at: secondsOf('2026-11-20T12:05:01Z'),
        overdue_at: secondsOf('2026-11-20T12:05:00Z'),
      },
      {
        ...{ job: 'nightly', region: 'BR', last_outcome: 'done', ran_seconds: 41.5, failures: 0 },
        succeeded_at: secondsOf('2026-11-20T05:30:43Z') + 0.5,
        running_at: null,
        overdue_at: null,
      },
      {
        ...{ job: 'nightly', region: 'EG', last_outcome: 'failed', ran_seconds: 5, failures: 4 },
        succeeded_at: secondsOf('2026-11-19T00:41:00Z'),
        running_at: null,
        overdue_at: secondsOf('2026-11-20T00:30:00Z'),
      },
      {
        ...{
          job: 'watch',
          region: 'all',
          succeeded_at: null,
          last_outcome: null,
          ran_seconds: null,
          failures: 0,
        },
        running_at: null,
        overdue_at: null,
      },
    ]);
    expect(messages).toEqual([
      { channel: 'ops', waiting: 2, failing: 1, written_at: secondsOf('2026-11-20T06:00:00Z') },
    ]);
    expect(deliveries).toEqual([
      { delivery: 'bank', waiting: 2, failing: 1, found_at: secondsOf('2026-11-20T06:00:00Z') },
    ]);
    expect(alarms).toEqual([{ measure: 'silent', region: 'BR', open: 2 }]);
    expect(queries).toEqual([{ name: 'shop', read_at: secondsOf('2026-11-20T12:05:03Z') }]);
  });

  it('does not count gaps that a later run has found filled', async () => {
    const store = await engine.emptied();
    await store.session(({ db }) =>
      sql`insert into coverage_gaps (region, kind, from_at, to_at, expected, file, files, from_run, until_run) values
        ('BR', 'callback', '2026-11-19T10:00:00Z', '2026-11-19T11:00:00Z', 40, 'a', 1, 1, null),
        ('BR', 'callback', '2026-11-19T14:00:00Z', '2026-11-19T14:30:00Z', 40, 'a', 1, 2, null),
        ('BR', 'callback', '2026-11-19T12:00:00Z', '2026-11-19T13:00:00Z', 40, 'a', 1, 1, 2),
        ('EG', 'pay-in', '2026-11-19T12:00:00Z', '2026-11-19T13:00:00Z', 40, 'a', 1, 1, 2)`.execute(db),
    );
    expect((await snapshotOf(store)).gaps).toEqual([
      { region: 'BR', kind: 'callback', gaps: 2, seconds: 5400 },
      { region: 'BR', kind: 'pay-in', gaps: 0, seconds: 0 },
      { region: 'EG', kind: 'callback', gaps: 0, seconds: 0 },
      { region: 'EG', kind: 'pay-in', gaps: 0, seconds: 0 },
    ]);
  });

  it('has no record of a source that was withdrawn after the last run', async () => {
    const { store, folder, publish, snapshot } = await watchedBooks(engine);
    await publish();
    await feed(store, `${folder}/late.ndjson`, [LATE_CALLBACK], NOON);
    await store.session(({ db }) =>
      db.updateTable('sources').set({ withdrawn_by: '1' }).where('name', 'like', '%late.ndjson').execute(),
    );
    const { newestRecords } = await snapshot();
    expect(newestRecords.find(({ region, kind }) => region === 'BR' && kind === 'callback')).toMatchObject({
      newest_at: secondsOf('2026-11-19T13:06:02Z'),
    });
  });

  it('is of few names, whatever currencies somebody sends', async () => {
    const { store, folder, publish, snapshot } = await watchedBooks(engine);
    const odd = ['brl ', 'B"R\nL'].map((currency, index) =>
      payInLine({ orderNo: `ODD${index}`, tradeNo: `O${index}`, currency, method: 'PIX' }),
    );
    await feed(store, `${folder}/odd.ndjson`, [...odd, callbackLine({ orderNo: 'ODD9', currency: 'X' })]);
    await publish();
    const currencies = new Set((await snapshot()).outcomes.map(({ currency }) => currency));
    expect([...currencies].sort()).toEqual(['BRL', 'EGP', 'other']);
  });
});

function countsOf(
  findings: Snapshot['findings'],
  name: (one: Snapshot['findings'][number]) => string,
): Record<string, number> {
  return Object.fromEntries(
    findings.filter(({ orders }) => orders > 0).map((one) => [name(one), one.orders] as const),
  );
}
