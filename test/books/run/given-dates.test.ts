/** Dates as people name them, by the calendar of each region. */
import { describe, expect, it } from 'vitest';
import {
  type BegunDates,
  begunDates,
  datesBetween,
  namedDates,
  namedRanges,
  notBegunText,
  oneDate,
} from '../../../src/books/run/given-dates.ts';
import { type NamedDates, readDays } from '../../../src/books/run/named-dates.ts';
import { commandLine, libraryCall } from '../../../src/caller.ts';
import { instant, SETTINGS } from '../../export/books.ts';

/** In Cairo and by UTC it is the 20th, in São Paulo still the 19th. */
const MIDNIGHT = '2026-11-20T01:00:00Z';
const NOON = '2026-11-22T12:00:00Z';
const CALLER = commandLine('reconcile');

const calendar = (at: string, region?: string) => ({ settings: SETTINGS, region, at: instant(at) });
const begun = (named: NamedDates, at = NOON, region?: string) =>
  begunDates(named, CALLER, calendar(at, region));
const ofRegion = ({ dates, isAsked }: BegunDates, region: string) =>
  dates.filter((date) => isAsked(date, region));
const ends = (dates: readonly string[]) => [dates[0], dates.at(-1), dates.length];

describe('dates by name', () => {
  it('end with the calendar', () => {
    expect(datesBetween('9999-12-30', '9999-12-31')).toEqual(['9999-12-30', '9999-12-31']);
    expect(datesBetween('2026-02-27', '2026-03-02', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(datesBetween('2026-03-02', '2026-03-01')).toEqual([]);
  });

  it('are by the calendar of each region', () => {
    const yesterday = begun({ date: 'yesterday' }, MIDNIGHT);
    expect(yesterday.dates).toEqual(['2026-11-18', '2026-11-19']);
    expect(ofRegion(yesterday, 'BR')).toEqual(['2026-11-18']);
    expect(ofRegion(yesterday, 'EG')).toEqual(['2026-11-19']);
    expect(ofRegion(yesterday, '')).toEqual(['2026-11-19']);
    const today = begun({ date: 'Today' }, MIDNIGHT);
    expect(['BR', 'EG', ''].map((region) => ofRegion(today, region))).toEqual([
      ['2026-11-19'],
      ['2026-11-20'],
      ['2026-11-20'],
    ]);
    expect(begun({ date: 'yesterday' }, MIDNIGHT, 'BR').dates).toEqual(['2026-11-18']);
  });

  it('are a month, from its first to its last date', () => {
    expect(ends(begun({ month: '2026-10' }).dates)).toEqual(['2026-10-01', '2026-10-31', 31]);
    expect(ends(begun({ month: '2024-02' }).dates)).toEqual(['2024-02-01', '2024-02-29', 29]);
  });

  it('are the last days that are over', () => {
    expect(ends(begun({ last: '7d' }).dates)).toEqual(['2026-11-15', '2026-11-21', 7]);
    expect(ends(begun({ last: '2w' }).dates)).toEqual(['2026-11-08', '2026-11-21', 14]);
    const [brazil, egypt] = ['BR', 'EG'].map((region) => ofRegion(begun({ last: '1d' }, MIDNIGHT), region));
    expect([brazil, egypt]).toEqual([['2026-11-18'], ['2026-11-19']]);
  });

  it('are the first and the last of several', () => {
    expect(begun({ from: '2026-11-20', to: 'yesterday' }).dates).toEqual(['2026-11-20', '2026-11-21']);
  });

  it.each([
    [{ date: 'tomorrow' }, '--date', 'a date as yyyy-MM-dd, yesterday or today'],
    [{ from: '2026-11-01', to: 'Nov 3' }, '--to', 'a date as yyyy-MM-dd, yesterday or today'],
    [{ month: '2026-13' }, '--month', 'yyyy-MM, with a month from 01 to 12'],
    [{ month: '11/2026' }, '--month', 'yyyy-MM: 2026-11'],
    [{ month: '2026/3' }, '--month', 'yyyy-MM: 2026-03'],
    [{ month: 'November' }, '--month', 'a month as yyyy-MM'],
  ] as const)('that are none are refused: %o', (named, where, expected) => {
    const detail = { where, found: Object.values(named).at(-1), expected };
    const remedy = where === '--month' ? { remedy: 'Give a month as yyyy-MM, for example 2026-11.' } : {};
    expect(() => begun(named)).toThrow(
      expect.objectContaining({ code: 'DATE_INVALID', detail: { ...detail, ...remedy } }),
    );
  });

  it.each([
    [{}, 'payin-recon reconcile', 'not given'],
    [{ from: '2026-11-01' }, 'payin-recon reconcile', '--from alone'],
    [{ to: '2026-11-01' }, 'payin-recon reconcile', '--to alone'],
    [{ month: '2026-11', last: '7d' }, 'payin-recon reconcile', '--month, --last'],
    [{ last: '7 months' }, '--last', '7 months'],
    [{ last: '0d' }, '--last', '0d'],
    [{ last: '401d' }, '--last', '2025-10-17 to 2026-11-21'],
    [{ from: '2026-11-03', to: '2026-11-01' }, '--from, --to', '2026-11-03 to 2026-11-01'],
  ] as const)('that make no sense are refused: %o', (named, where, found) => {
    expect(() => begun(named)).toThrow(
      expect.objectContaining({ code: 'USAGE', detail: expect.objectContaining({ where, found }) }),
    );
  });

  it('are refused in the words of who asks', () => {
    expect(() => begunDates({ date: '2026-11-31' }, libraryCall('reconcile'), calendar(NOON))).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ where: 'reconcile({ date })' }) }),
    );
    expect(() => begunDates({}, libraryCall('reconcile'), calendar(NOON))).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        detail: {
          where: 'reconcile()',
          found: 'not given',
          expected: 'date (yyyy-MM-dd, yesterday, today), both from and to, month (yyyy-MM) or last (7d, 4w)',
        },
      }),
    );
  });
});

describe('dates that have not begun', () => {
  it('are left out, and named', () => {
    const november = begun({ month: '2026-11' });
    expect(ends(november.dates)).toEqual(['2026-11-01', '2026-11-22', 22]);
    expect(november.notBegun).toEqual(
      ['BR', 'EG', 'other'].map((region) => ({ region, from: '2026-11-23', to: '2026-11-30' })),
    );
    expect(notBegunText(november.notBegun)).toBe(
      'Left out, since they have not begun: 2026-11-23 to 2026-11-30 in BR, EG, other.',
    );
    expect(notBegunText(begun({ last: '7d' }).notBegun)).toBe('');
  });

  it('are left out of the region where they have not', () => {
    const night = begun({ date: '2026-11-20' }, MIDNIGHT);
    expect(ofRegion(night, 'BR')).toEqual([]);
    expect(ofRegion(night, 'EG')).toEqual(['2026-11-20']);
    expect(notBegunText(night.notBegun)).toBe('Left out, since they have not begun: 2026-11-20 in BR.');
    const range = begun({ from: '2026-11-19', to: '2026-11-21' }, MIDNIGHT);
    expect(notBegunText(range.notBegun)).toBe(
      'Left out, since they have not begun: 2026-11-20 to 2026-11-21 in BR; 2026-11-21 in EG, other.',
    );
  });

  it('are refused where no other is asked for', () => {
    expect(() => begun({ month: '2026-12' })).toThrow(
      expect.objectContaining({
        code: 'DATE_IN_FUTURE',
        detail: {
          where: '--month',
          found: '2026-12-01 to 2026-12-31',
          expected: 'at most 2026-11-22, as of 2026-11-22T12:00:00Z',
        },
      }),
    );
    expect(() => begun({ from: '2026-12-01', to: '2026-12-02' })).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ where: '--from, --to' }) }),
    );
    expect(() => begun({ date: '2026-11-20' }, MIDNIGHT, 'BR')).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({ expected: expect.stringContaining('at most 2026-11-19') }),
      }),
    );
  });

  it('are among the dates of what is there already', () => {
    expect(ends(namedDates({ month: '2026-11' }, CALLER, calendar(NOON)).dates)).toEqual([
      '2026-11-01',
      '2026-11-30',
      30,
    ]);
  });
});

it('ranges have open ends', () => {
  const ranges = namedRanges({ from: 'yesterday' }, CALLER, calendar(MIDNIGHT));
  expect(ranges.get('BR')).toEqual({ from: '2026-11-18', to: undefined });
  expect(ranges.get('EG')).toEqual({ from: '2026-11-19', to: undefined });
});

it('one date for all regions is refused where it is not the same in all of them', () => {
  expect(oneDate('through', 'yesterday', commandLine('close'), calendar(NOON))).toBe('2026-11-21');
  expect(oneDate('through', 'yesterday', commandLine('close'), calendar(MIDNIGHT, 'BR'))).toBe('2026-11-18');
  expect(() => oneDate('through', 'yesterday', commandLine('close'), calendar(MIDNIGHT))).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      detail: expect.objectContaining({
        where: '--through',
        found: [
          'yesterday is 2026-11-18 in BR',
          'yesterday is 2026-11-19 in EG',
          'yesterday is 2026-11-19 in other',
        ],
      }),
    }),
  );
});

it.each([
  ['7d', 7],
  ['1 day', 1],
  ['4 weeks', 28],
  ['2w', 14],
  ['0d', undefined],
  ['7', undefined],
  ['-7d', undefined],
  ['7 months', undefined],
])('%s is a number of days: %s', (text, days) => {
  expect(readDays(text)).toBe(days);
});
