import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type DatesOption,
  type Fault,
  type FaultCode,
  ingest,
  openStore,
  reconcile,
  report,
  reportRows,
} from '../../src/index.ts';
import { run } from '../cli/command.ts';
import { DAY, DAY_AFTER, LATE_LINE, workingFolder, writeLog } from '../cli/past-day.ts';
import { filesBelow } from '../export/books.ts';
import { collected } from '../support/collected.ts';
import { type Engine, onEngines } from '../support/engines.ts';

const thrown = (code: FaultCode, where?: string) =>
  expect.objectContaining({ name: 'Fault', code, ...(where === undefined ? {} : { detail: { where } }) });

/** A folder with logs and settings that name it and a fresh database. */
async function world(engine: Engine) {
  const cwd = workingFolder();
  const database = await engine.database();
  const settings = { ...database.settings, out: join(cwd, 'reports') };
  return { cwd, database, settings, logs: join(cwd, 'logs') };
}

onEngines('the library', (engine) => {
  it('reads, judges and publishes in one call, which opens the store and closes it', async () => {
    const { settings, logs } = await world(engine);
    const result = await reconcile({ date: DAY, asOf: DAY_AFTER, in: [logs], settings });
    expect(result.summaries[0]!.coverage.provisional).toBe(true);
    expect(result.asOf).toBe(DAY_AFTER);
    expect(result.sources).toMatchObject([{ records: 7, accepted: 6, duplicate: 0, rejected: 1 }]);
    expect(result.versions.map(({ region, version, state }) => [region, version, state])).toEqual([
      ['BR', 1, 'new'],
      ['EG', 1, 'new'],
    ]);
    expect(filesBelow(result.versions[0]!.folder)).toContain('orders.csv');
    expect(result.summaries.find(({ region }) => region === 'EG')!.outcomes).toEqual([
      { outcome: 'MATCHED', currency: 'EGP', orders: 1, requestedMinor: '15050', paidMinor: '15050' },
    ]);
    // The store is free again.
    expect(await ingest({ paths: [logs], settings })).toMatchObject([{ unchanged: true, accepted: 0 }]);
  });

  it('works on a store that is opened once, and leaves it open', async () => {
    const { settings, logs } = await world(engine);
    const store = await openStore(settings);
    await ingest({ paths: [logs], settings, store });
    await reconcile({ date: DAY, asOf: new Date(DAY_AFTER), settings, store });
    const rows = await collected(reportRows({ name: 'orders', date: DAY, version: 1, settings, store }));
    expect(rows.map((row) => [row['region'], row['order_no'], row['outcome'], row['paid_minor']])).toEqual([
      ['BR', 'ORDER00001', 'MATCHED', '20000'],
      ['BR', 'ORDER00002', 'STUCK', null],
      ['BR', 'ORDER00004', 'ORPHAN', '700'],
      ['EG', 'ORDER00003', 'MATCHED', '15050'],
    ]);
    await store.close();
  });

  it('gives the text that the command writes', async () => {
    const { cwd, database, settings, logs } = await world(engine);
    await reconcile({ date: DAY, asOf: DAY_AFTER, in: [logs], settings });
    for (const name of ['orders', 'rejected-records']) {
      const text = (await collected(report({ name, date: DAY, version: 1, settings }))).join('');
      const words = ['report', name, '--date', DAY, '--version', '1', ...database.options];
      expect(text).toBe((await run(words, { cwd })).stdout);
    }
    const dates = { from: '2024-11-18', to: DAY };
    const rows = await collected(reportRows({ name: 'findings', ...dates, settings }));
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row['report_date']))).toEqual(new Set([DAY]));
  });

  it('frees the store when the reader leaves the loop', async () => {
    const { settings, logs } = await world(engine);
    await ingest({ paths: [logs], settings });
    for await (const row of reportRows({ name: 'orders', date: DAY, settings })) {
      expect(row['order_no']).toBe('ORDER00001');
      break;
    }
    expect(await collected(reportRows({ name: 'orders', date: DAY, region: 'EG', settings }))).toHaveLength(
      1,
    );
  });

  it('previews without keeping anything', async () => {
    const { cwd, settings, logs } = await world(engine);
    await ingest({ paths: [logs], settings });
    const preview = join(cwd, 'look');
    const { versions } = await reconcile({ from: DAY, to: DAY, asOf: DAY_AFTER, preview, settings });
    expect(versions).toMatchObject([
      { region: 'BR', version: null, state: 'preview' },
      { region: 'EG', version: null, state: 'preview' },
    ]);
    expect(existsSync(join(preview, DAY, 'BR/orders.csv'))).toBe(true);
    expect(existsSync(settings.out)).toBe(false);
    await expect(collected(report({ name: 'orders', date: DAY, version: 1, settings }))).rejects.toEqual(
      thrown('NOTHING_REPORTED'),
    );
  });

  it('is told how far its logs are complete', async () => {
    const { settings, logs } = await world(engine);
    const completeUntil = new Date('2024-11-20T03:00:00Z');
    const { summaries } = await reconcile({
      date: DAY,
      asOf: DAY_AFTER,
      in: [logs],
      completeUntil,
      settings,
    });
    expect(summaries.map(({ coverage }) => coverage.provisional)).toEqual(summaries.map(() => false));
    await ingest({ paths: [logs], completeUntil: '2024-11-19T23:00:00Z', settings });
    const again = await reconcile({ date: DAY, asOf: DAY_AFTER, settings });
    expect(again.summaries[0]).toMatchObject({
      region: 'BR',
      coverage: { provisional: true, payInsUntil: '2024-11-19T23:00:00Z' },
    });
    await expect(ingest({ paths: [logs], completeUntil: '2999-01-01T00:00:00Z', settings })).rejects.toEqual(
      thrown('ARGUMENT_INVALID'),
    );
  });

  it("publishes each region's own yesterday, and what has begun of a month", async () => {
    const { settings, logs } = await world(engine);
    // 03:00 in Cairo, and the evening before in São Paulo.
    const asOf = '2024-11-20T01:00:00Z';
    const told = async (options: DatesOption) => {
      const { versions, summaries, notBegun } = await reconcile({ ...options, asOf, settings });
      const dates = versions.map(({ date, region, state }) => `${date} ${region} ${state}`);
      expect(summaries.map(({ date, region }) => `${date} ${region}`)).toEqual(
        dates.map((text) => text.replace(/ \w+$/, '')),
      );
      return { dates, notBegun };
    };
    await ingest({ paths: [logs], settings });
    expect(await told({ date: 'yesterday' })).toEqual({
      dates: ['2024-11-18 BR new', '2024-11-19 EG new'],
      notBegun: [],
    });
    expect(await told({ from: '2024-11-19', to: '2024-11-30' })).toEqual({
      dates: ['2024-11-19 BR new', '2024-11-19 EG unchanged', '2024-11-20 EG new'],
      notBegun: [
        { region: 'BR', from: '2024-11-20', to: '2024-11-30' },
        { region: 'EG', from: '2024-11-21', to: '2024-11-30' },
        { region: 'other', from: '2024-11-21', to: '2024-11-30' },
      ],
    });
    await expect(told({ month: '2024-12' })).rejects.toEqual(thrown('DATE_IN_FUTURE'));
    const rows = await collected(reportRows({ name: 'orders', month: '2024-11', settings }));
    expect(rows.map((row) => row['order_no'])).toEqual([
      'ORDER00001',
      'ORDER00002',
      'ORDER00004',
      'ORDER00003',
    ]);
  });

  it('reads what a kind is forced on, and judges by settings that are given', async () => {
    const { cwd, settings, logs } = await world(engine);
    writeLog(join(cwd, 'late.ndjson'), [LATE_LINE]);
    await ingest({ paths: [logs], settings });
    await ingest({ paths: [join(cwd, 'late.ndjson')], kind: 'callbacks', settings });
    const asOf = '2024-11-20T18:00:00Z';
    const outcomes = async (tolerances: Record<string, number>) => {
      const preview = join(cwd, 'look');
      await reconcile({ date: DAY, asOf, preview, settings: { ...settings, tolerances } });
      const rows = reportRows({
        name: 'orders',
        date: DAY,
        region: 'BR',
        settings: { ...settings, tolerances },
      });
      return (await collected(rows)).map((row) => row['outcome']);
    };
    expect(await outcomes({})).toEqual(['MATCHED', 'MISMATCH', 'ORPHAN']);
    expect(await outcomes({ BRL: 45 })).toEqual(['MATCHED', 'MATCHED', 'ORPHAN']);
  });
});

it('refuses options that make no sense with the fault that names them', async () => {
  await expect(reconcile({} as { date: string })).rejects.toEqual(thrown('ARGUMENT_INVALID'));
  await expect(reconcile({ date: DAY, from: DAY, to: DAY })).rejects.toEqual(thrown('ARGUMENT_INVALID'));
  await expect(reconcile({ date: '2024-02-30' })).rejects.toMatchObject({
    code: 'DATE_INVALID',
    detail: { where: 'reconcile({ date })', found: '2024-02-30' },
  });
  await expect(reconcile({ date: DAY, asOf: new Date('never') })).rejects.toMatchObject({
    code: 'INSTANT_INVALID',
    detail: { where: 'reconcile({ asOf })', found: 'Invalid Date' },
  });
  await expect(reconcile({ date: DAY, asOf: '2024-11-19T00:00:00' })).rejects.toEqual(
    thrown('INSTANT_INVALID'),
  );
  await expect(ingest({ paths: [], settings: { graceSeconds: -1 } })).rejects.toEqual(
    thrown('SETTINGS_INVALID'),
  );
  const completeUntil = '2024-11-20T00:00:00Z';
  await expect(reconcile({ date: DAY, asOf: DAY_AFTER, completeUntil })).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    detail: { where: 'reconcile({ completeUntil })' },
  });
  const kind = 'refunds' as 'callbacks';
  await expect(ingest({ paths: [], kind })).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    detail: { where: 'ingest({ kind })' },
  });
  const refused = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return (error as Fault).detail.where;
    }
    return 'nothing';
  };
  expect(refused(() => report({ name: 'nothing', date: DAY }))).toBe('report({ name })');
  expect(refused(() => report({ name: 'orders', date: 'tomorrow' }))).toBe('report({ date })');
  expect(refused(() => reportRows({ name: 'orders', date: DAY, version: 1.5 }))).toBe(
    'reportRows({ version })',
  );
});
