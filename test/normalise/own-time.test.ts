import { describe, expect, it } from 'vitest';
import { formatInstant, type Instant, instantOfMilliseconds } from '../../src/normalise/instant.ts';
import {
  headerInstant,
  headerOffset,
  readEpoch,
  readOwnPlainly,
  readOwnTime,
  readPlainly,
  TimeFlags,
  UNREADABLE,
} from '../../src/normalise/read-time.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';

const CAIRO = parseSettings({ logs: { zone: 'Africa/Cairo' } });
const shown = (instant: Instant | undefined) => instant && formatInstant(instant);

describe('the X-TIMESTAMP of a message', () => {
  it.each([
    ['2026-11-19T10:05:00-03:00', -10_800, '2026-11-19 13:05:00+00'],
    ['2026-11-19T10:05:00.25+0200', 7200, '2026-11-19 08:05:00.250000+00'],
    ['2026-11-19T10:05:00Z', 0, '2026-11-19 10:05:00+00'],
    ['0001-01-01T00:00:00+01:00', 3600, undefined],
    ['2026-11-19T10:05:00', undefined, undefined],
    ['1763557500', undefined, undefined],
    ['noon', undefined, undefined],
    [undefined, undefined, undefined],
  ])('%s has the offset %s and is the reference %s', (text, offset, instant) => {
    expect(headerOffset(text)).toBe(offset);
    expect(shown(headerInstant(text))).toBe(instant);
  });
});

describe('a time of the own clock', () => {
  it.each([
    ['2026-11-19T10:05:00', '2026-11-19 08:05:00+00', 'region', []],
    ['2026-11-19T10:05:00Z', '2026-11-19 10:05:00+00', 'explicit', []],
    ['2026-10-29T23:30:00', '2026-10-29 20:30:00+00', 'region', ['TIME_AMBIGUOUS']],
    ['1763557500', '2025-11-19 13:05:00+00', 'explicit', []],
    ['1763557500123', '2025-11-19 13:05:00.123000+00', 'explicit', []],
    ['noon', undefined, 'none', ['TIME_UNREADABLE']],
  ])(
    '%s is in the zone of the logs, if it has no offset and is no count: %s',
    (text, instant, source, flags) => {
      const reading = readOwnTime(text, CAIRO);
      expect([shown(reading.instant), reading.source, reading.flags]).toEqual([instant, source, flags]);
    },
  );

  it.each([
    ['2026-11-19T10:05:00', '2026-11-19 10:05:00+00', '2026-11-19 10:05:00+00'],
    ['2026-11-19T10:05:00-03:00', '2026-11-19 13:05:00+00', '2026-11-19 13:05:00+00'],
    ['1763557500', '2025-11-19 13:05:00+00', undefined],
    ['noon', undefined, undefined],
    [undefined, undefined, undefined],
  ])('%s by itself is %s in UTC, and of the service %s', (text, own, service) => {
    expect(shown(readOwnPlainly(text))).toBe(own);
    expect(shown(readPlainly(text))).toBe(service);
  });

  it.each(['0e10', '0e13', '0000000000', '0000000000000', '0.0e11'])('is no count of nothing: %s', (text) => {
    expect(readEpoch(text)).toBeUndefined();
  });
});

describe('the flags of a record', () => {
  it('are each there once, in one order, whatever the order of its times', () => {
    const flags = new TimeFlags();
    const instant = { seconds: 1, micros: 2 };
    expect(flags.take({ instant, source: 'region', flags: ['TIME_AMBIGUOUS', 'OFFSET_DISAGREES'] })).toBe(
      instant,
    );
    expect(flags.take(UNREADABLE)).toBeUndefined();
    flags.take({ instant, source: 'utc', flags: ['OFFSET_DISAGREES'] });
    expect(flags.list()).toEqual(['OFFSET_DISAGREES', 'TIME_AMBIGUOUS', 'TIME_UNREADABLE']);
  });

  it('are none where no time has any', () => {
    const flags = new TimeFlags();
    flags.take({ instant: undefined, source: 'explicit', flags: [] });
    expect(flags.list()).toEqual([]);
  });
});

describe('the milliseconds of the clock', () => {
  it.each([
    [1_763_557_500_123, '2025-11-19 13:05:00.123000+00'],
    [0, '1970-01-01 00:00:00+00'],
    [-1, '1969-12-31 23:59:59.999000+00'],
    [Number.NaN, undefined],
    [8_640_000_000_000_000, undefined],
  ])('%d are %s', (milliseconds, instant) => {
    expect(shown(instantOfMilliseconds(milliseconds))).toBe(instant);
  });
});
