/** Forms of times and of file names, which Luxon would complete by the clock. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { timeReader } from '../../src/ingest/cells/time-forms.ts';
import { settingsSchema } from '../../src/settings/schema.ts';
import { BEYOND } from './beyond-form.ts';
import { inFile } from './found-mistakes.ts';

const CLOCKS = ['2026-11-19T12:00Z', '2026-11-07T12:00Z', '2019-05-07T12:00Z', '2027-01-31T12:00Z'];

afterEach(() => {
  vi.useRealTimers();
});

/** What is wrong with settings, which must be the same on any day. */
function wrongOnAnyDay(raw: unknown): readonly string[] {
  const found = CLOCKS.map((now) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    return (settingsSchema.safeParse(raw).error?.issues ?? []).map(({ message }) => message);
  });
  for (const one of found) expect(one).toEqual(found[0]);
  return found[0]!;
}

describe('a form of times', () => {
  it.each([
    'dd/MM HH:mm',
    'MM-dd',
    'dd',
    'HH:mm',
    'yyyy-MM',
    'yyyy dd',
    'yyyy q',
    'EEE HH:mm',
    "'W'WW-E",
    'T',
  ])('%s is refused, because it lacks year, month or day', (times) => {
    expect(wrongOnAnyDay({ map: { orders: { times } } })).toEqual([BEYOND[45]]);
    expect(wrongOnAnyDay({ map: { orders: { times: ['dd/MM/yyyy', times] } } })).toEqual([BEYOND[45]]);
  });

  it.each(['dd/MM/yyyy', 'd/M/yy HH:mm', 'yyyyMMddHHmmss', 'yyyy-ooo', "kkkk-'W'WW-E", 'D t', 'EEE d MMM y'])(
    '%s is taken on any day',
    (times) => {
      expect(wrongOnAnyDay({ map: { orders: { times } } })).toEqual([]);
    },
  );

  it('reads the same time on any day', () => {
    for (const now of CLOCKS) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
      expect(timeReader('dd/MM/yyyy HH:mm')('31/12/2026 23:10'), now).toBe('2026-12-31T23:10:00');
    }
  });
});

describe('a name of an expected file', () => {
  it.each([
    'calls-{MM-dd}.log',
    'calls-{dd}.log',
    'calls-{MM-dd-HH}.log',
    'calls-{HH}.log',
    '{yyyy}/{dd}.log',
  ])('%s is refused, because it lacks year, month or day', (name) => {
    expect(wrongOnAnyDay({ ingest: { expect: [name] } })).toEqual([BEYOND[43]]);
    expect(wrongOnAnyDay({ ingest: { expect: [{ name }] } })).toEqual([BEYOND[43]]);
  });

  it('is refused if its hour may be two of the day', () => {
    expect(wrongOnAnyDay({ ingest: { expect: ['calls-{yyyy-MM-dd-hh}.log'] } })).toEqual([BEYOND[43]]);
    expect(wrongOnAnyDay({ ingest: { expect: ['calls-{yyyy-MM-dd-hha}.log'] } })).toEqual([]);
  });

  it.each([
    'calls-{yyyy-MM-dd-HH}.log',
    '{yyyy}/{MM}/calls-{dd}.log',
    'calls-{yyyy-ooo}.log',
    'c{yyMMdd}.log',
  ])('%s is taken on any day', (name) => {
    expect(wrongOnAnyDay({ ingest: { expect: [name] } })).toEqual([]);
  });
});

it('what a form lacks is told with its place', () => {
  const text = "map:\n  orders: {times: dd/MM HH:mm}\ningest:\n  expect: ['calls-{MM-dd}.log']\n";
  expect(inFile(text)).toEqual([
    `payin-recon.yaml:2:19: map.orders.times is "dd/MM HH:mm"; expected ${BEYOND[45]}`,
    `payin-recon.yaml:4:12: ingest.expect[0] is "calls-{MM-dd}.log"; expected ${BEYOND[43]}`,
  ]);
});
