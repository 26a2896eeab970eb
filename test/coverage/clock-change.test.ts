/** Gaps across the changes of Cairo's clock: 24 April 2026 has no hour from 00:00, 29 October has that from 23:00 twice. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { ExpectedName } from '../../src/coverage/expected-files.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { feed, instant } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { gapsIn, trafficOf } from './gap-figures.ts';

const MINUTE = 60;
const secondsOf = (time: string) => Date.parse(time) / 1000;
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');

/** When the clock changes, and the dates before and after. */
const CHANGES = [
  { at: '2026-04-23T22:00:00Z', dates: ['2026-04-23', '2026-04-24'] },
  { at: '2026-10-29T21:00:00Z', dates: ['2026-10-29', '2026-10-30'] },
] as const;

describe.each(CHANGES)('a gap across the change of the clock at $at', ({ at }) => {
  it('is named with four weeks of history, and no other is', () => {
    const change = secondsOf(at);
    const traffic = trafficOf('EG', 5_000, 1, 42, timeOf(change - 33 * 86_400).slice(0, 10));
    const slot = (seconds: number) => Math.round((seconds - traffic.start) / 300);
    const [from, to] = [change - 90 * MINUTE, change + 90 * MINUTE];
    for (const kind of ['pay-in', 'callback'] as const) {
      const gaps = gapsIn(traffic, 29, { kind, from: slot(from), to: slot(to) });
      expect(gaps).toMatchObject([{ kind }]);
      expect(gaps[0]!.from).toBeLessThanOrEqual(from);
      expect(gaps[0]!.from).toBeGreaterThan(from - 5 * MINUTE);
      expect(gaps[0]!.to).toBeGreaterThanOrEqual(to);
      expect(gaps[0]!.to).toBeLessThan(to + 5 * MINUTE);
    }
    expect(gapsIn(traffic, 29)).toEqual([]);
  });
});

it('a gap of less than an hour, from the first of two equal hours into the second, is named', () => {
  const traffic = trafficOf('EG', 5_000, 1, 42, '2026-09-26');
  const slot = (time: string) => Math.round((secondsOf(time) - traffic.start) / 300);
  const [from, to] = ['2026-10-29T20:35:00Z', '2026-10-29T21:30:00Z'];
  for (const kind of ['pay-in', 'callback'] as const)
    expect(gapsIn(traffic, 29, { kind, from: slot(from), to: slot(to) })).toMatchObject([{ kind }]);
});

it('of files for each hour the skipped one is not expected, and the repeated one is once', () => {
  const name = new ExpectedName('callbacks-{yyyy-MM-dd-HH}.ndjson');
  const missing = (read: readonly string[], from: string, to: string) =>
    name.missing(
      read.map((hour) => name.stretchOf(`callbacks-${hour}.ndjson`, 'Africa/Cairo')!),
      'Africa/Cairo',
      secondsOf(from),
      secondsOf(to),
    );
  const spring = ['2026-04-23-23', '2026-04-24-01'];
  expect(missing(spring, '2026-04-23T21:00:00Z', '2026-04-23T23:00:00Z')).toEqual([]);
  const autumn = ['2026-10-29-22', '2026-10-29-23', '2026-10-30-00'];
  expect(missing(autumn, '2026-10-29T19:00:00Z', '2026-10-29T23:00:00Z')).toEqual([]);
  expect(missing(['2026-10-29-22', '2026-10-30-00'], '2026-10-29T19:00:00Z', '2026-10-29T23:00:00Z')).toEqual(
    [
      {
        from: secondsOf('2026-10-29T20:00:00Z'),
        to: secondsOf('2026-10-29T22:00:00Z'),
        file: 'callbacks-2026-10-29-23.ndjson',
        files: 1,
      },
    ],
  );
});

describe('of files for each hour, that of the hour which the clock repeats', () => {
  const hourly = new ExpectedName('callbacks-{yyyy-MM-dd-HH}.ndjson');
  const missing = (from: string, until: string, name = hourly, declared: readonly string[] = []) => {
    const [begin, end] = declared.map(secondsOf);
    const empty = begin === undefined ? [] : [{ from: begin, to: end! }];
    return name
      .missing([], 'Africa/Cairo', secondsOf(from), secondsOf(until), empty)
      .map((gap) => [timeOf(gap.from), timeOf(gap.to), gap.file, gap.files]);
  };
  const [begins, repeated, over] = ['2026-10-29T20:00:00Z', '2026-10-29T21:00:00Z', '2026-10-29T22:00:00Z'];
  const FILE = 'callbacks-2026-10-29-23.ndjson';

  it.each(['20:30', '21:00', '21:10', '21:59'])('is not due at %s, before it is over', (time) => {
    expect(missing(begins, `2026-10-29T${time}:00Z`)).toEqual([]);
  });

  it('counts as one file, alone and among others, also of years', () => {
    expect(missing(begins, over)).toEqual([[begins, over, FILE, 1]]);
    expect(missing(begins, '2026-10-29T23:00:00Z')).toEqual([[begins, '2026-10-29T23:00:00Z', FILE, 2]]);
    // Two changes of the clock in each year: 2 * 365 * 24 hours of the clock without the skipped ones.
    const years = ['2024-12-31T22:00:00Z', '2026-12-31T22:00:00Z'] as const;
    expect(missing(...years).map(([, , , files]) => files)).toEqual([2 * 365 * 24 - 2]);
  });

  it('is expected where all of it is, and declared where all of it is', () => {
    for (const from of ['2026-10-29T20:30:00Z', repeated, '2026-10-29T21:30:00Z'])
      expect(missing(from, '2026-10-29T23:00:00Z')).toEqual([
        [over, '2026-10-29T23:00:00Z', 'callbacks-2026-10-30-00.ndjson', 1],
      ]);
    const all = [[begins, over, FILE, 1]];
    expect(missing(begins, over, hourly, [begins, repeated])).toEqual(all);
    expect(missing(begins, over, hourly, [repeated, over])).toEqual(all);
    expect(missing(begins, over, hourly, [begins, over])).toEqual([]);
  });

  it('is of either hour where the name says how it differs from UTC', () => {
    const both = new ExpectedName('callbacks-{yyyy-MM-dd-HHZZZ}.ndjson');
    expect(missing(begins, '2026-10-29T21:10:00Z', both)).toEqual([
      [begins, repeated, 'callbacks-2026-10-29-23+0300.ndjson', 1],
    ]);
    expect(missing(begins, over, both)).toEqual([[begins, over, 'callbacks-2026-10-29-23+0300.ndjson', 2]]);
  });
});

it('of files for each date those after a skipped midnight begin at midnight again', () => {
  const name = new ExpectedName('pay-ins-{yyyyMMdd}.csv');
  const read = ['20260423', '20260424', '20260425', '20260427'].map(
    (date) => name.stretchOf(`pay-ins-${date}.csv`, 'Africa/Cairo')!,
  );
  const [from, until] = ['2026-04-22T22:00:00Z', '2026-04-27T21:00:00Z'].map(secondsOf);
  expect(name.missing(read, 'Africa/Cairo', from!, until!)).toEqual([
    {
      from: secondsOf('2026-04-25T21:00:00Z'),
      to: secondsOf('2026-04-26T21:00:00Z'),
      file: 'pay-ins-20260426.csv',
      files: 1,
    },
  ]);
});

onEngines('a gap across a change of the clock', (engine) => {
  it.each(CHANGES)('belongs to both dates: $at', async ({ at, dates }) => {
    const change = secondsOf(at);
    const times = Array.from({ length: 300 }, (_, index) => change + (index - 150) * 5 * MINUTE).filter(
      (time) => time < change - 120 * MINUTE || time >= change + 120 * MINUTE,
    );
    const choice = (time: number) => ({
      ...{ currency: 'EGP', method: 'FAWRY', orderNo: `ORDER${time}`, tradeNo: `T${time}` },
    });
    const payIns = times.map((time) => {
      const line = JSON.parse(payInLine({ ...choice(time), at: timeOf(time) }));
      return JSON.stringify({ sentAt: line.sentAt, request: { body: line.request.body } });
    });
    const callbacks = times.map((time) => callbackLine({ ...choice(time), at: timeOf(time) }));
    const store = await engine.open();
    const folder = temporaryFolder();
    const asOf = timeOf(change + 3 * 86_400);
    await feed(store, join(folder, 'logs/a.ndjson'), [...payIns, ...callbacks], asOf);
    const { summaries } = await reconcileDates(store, parseSettings({}), {
      dates: [...dates],
      asOf: instant(asOf),
      startedAt: instant(asOf),
      out: join(folder, 'out'),
    });
    const gap = { from: timeOf(change - 125 * MINUTE), to: timeOf(change + 120 * MINUTE), expected: 49 };
    const found = summaries
      .filter(({ region }) => region === 'EG')
      .map(({ date, coverage }) => ({ date, gaps: coverage.gaps }));
    expect(found).toMatchObject(
      dates.map((date) => ({
        date,
        gaps: [
          { kind: 'callbacks', ...gap },
          { kind: 'pay-ins', ...gap },
        ],
      })),
    );
  });
});
