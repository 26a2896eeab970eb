import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addSeconds, formatInstant, type Instant, isoSeconds } from '../../../src/normalise/instant.ts';
import { addDays, localDate } from '../../../src/normalise/local-date.ts';
import { dueTimes, nextDue } from '../../../src/operations/schedule/due-times.ts';
import { instant } from '../../export/books.ts';

const CAIRO = 'Africa/Cairo';
const iso = (times: readonly Instant[]) => times.map((time) => isoSeconds(formatInstant(time)));
const due = (expression: string, zone: string, after: string, until: string) =>
  iso(dueTimes({ expression, zone }, instant(after), instant(until)));

it('a rule is due after one moment and up to another: not at the first, but at the last', () => {
  expect(due('30 2 * * *', 'America/Sao_Paulo', '2026-11-19T05:30:00Z', '2026-11-21T05:30:00Z')).toEqual([
    '2026-11-20T05:30:00Z',
    '2026-11-21T05:30:00Z',
  ]);
});

it('what falls into the hour that Cairo skips is due when the clock goes on', () => {
  expect(due('30 0 * * *', CAIRO, '2026-04-22T23:00:00Z', '2026-04-24T23:00:00Z')).toEqual([
    '2026-04-23T22:00:00Z',
    '2026-04-24T21:30:00Z',
  ]);
});

it('what falls into the hour that Cairo repeats is due once, and what is due each hour in both', () => {
  expect(due('30 23 * * *', CAIRO, '2026-10-29T12:00:00Z', '2026-10-30T12:00:00Z')).toEqual([
    '2026-10-29T20:30:00Z',
  ]);
  expect(due('30 * * * *', CAIRO, '2026-10-29T20:00:00Z', '2026-10-29T23:00:00Z')).toEqual([
    '2026-10-29T20:30:00Z',
    '2026-10-29T21:30:00Z',
    '2026-10-29T22:30:00Z',
  ]);
});

it.each([
  [
    'what London skips is due when the clock goes on',
    '30 1 * * *',
    '2027-03-27T12:00:00Z',
    '2027-03-29T12:00:00Z',
    ['2027-03-28T01:00:00Z', '2027-03-29T00:30:00Z'],
  ],
  [
    'what London repeats is due once',
    '30 1 * * *',
    '2026-10-24T12:00:00Z',
    '2026-10-26T12:00:00Z',
    ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
  ],
  [
    'a night of London after the change keeps its hour',
    '30 2 * * *',
    '2026-10-24T12:00:00Z',
    '2026-10-26T12:00:00Z',
    ['2026-10-25T02:30:00Z', '2026-10-26T02:30:00Z'],
  ],
])('%s', (_title, expression, after, until, times) => {
  expect(due(expression, 'Europe/London', after, until)).toEqual(times);
});

it('every night of a year is due once for each date of its zone', () => {
  for (const zone of [CAIRO, 'America/Sao_Paulo', 'Europe/London', 'Pacific/Chatham', 'America/Santiago'])
    for (const expression of ['30 2 * * *', '30 1 * * *', '30 0 * * *', '0 0 * * *', '30 23 * * *']) {
      const start = instant('2026-10-01T12:00:00Z');
      const dates = dueTimes({ expression, zone }, start, addSeconds(start, 365 * 86_400)).map((time) =>
        localDate(time, zone),
      );
      const first = dates[0]!;
      expect(dates, `${zone} ${expression}`).toEqual(dates.map((_, index) => addDays(first, index)));
      expect(dates).toHaveLength(365);
    }
});

it('nights at 02:30 are 25 hours apart where the day has so many', () => {
  expect(due('30 2 * * *', CAIRO, '2026-10-28T12:00:00Z', '2026-10-30T12:00:00Z')).toEqual([
    '2026-10-28T23:30:00Z',
    '2026-10-30T00:30:00Z',
  ]);
});

it('a rule that never comes again has no next time', () => {
  expect(nextDue({ expression: '0 0 31 2 *', zone: 'UTC' }, instant('2026-11-20T00:00:00Z'))).toBeUndefined();
});

it('looking twice finds the same as looking once, wherever the first look ends', () => {
  const rules = fc.constantFrom(
    '30 2 * * *',
    '5 * * * *',
    '*/15 * * * *',
    '0 4 * * 0',
    '30 0 * * *',
    '59 23 * * *',
  );
  const zones = fc.constantFrom(CAIRO, 'America/Sao_Paulo', 'UTC', 'Europe/London', 'Pacific/Chatham');
  const start = Date.parse('2026-04-20T00:00:00Z') / 1000;
  const seconds = fc.integer({ min: 0, max: 220 * 86_400 });
  const spans = fc.tuple(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 300_000 }));
  fc.assert(
    fc.property(rules, zones, seconds, spans, (expression, zone, from, [first, second]) => {
      const at = (offset: number): Instant => ({ seconds: start + from + offset, micros: 0 });
      const rule = { expression, zone };
      const [a, b, c] = [at(0), at(first), at(first + second)];
      expect([...dueTimes(rule, a, b), ...dueTimes(rule, b, c)]).toEqual(dueTimes(rule, a, c));
    }),
    { numRuns: 200 },
  );
});
