import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSeconds,
  formatInstant,
  parseWrittenTime,
  secondsBetween,
  toInstant,
} from '../../src/normalise/instant.ts';

const epoch = (text: string) => Date.parse(text) / 1000;
const seconds = fc.integer({ min: epoch('0001-01-02T00:00:00Z'), max: epoch('9999-12-30T00:00:00Z') });

describe('parseWrittenTime', () => {
  it.each([
    ['2026-11-19T10:05:00-03:00', 0, -10_800],
    ['2026-11-19 10:05:00-03:00', 0, -10_800],
    ['2026-11-19T10:05:00-0300', 0, -10_800],
    ['2026-11-19T10:05:00+02:00', 0, 7200],
    ['2026-11-19T10:05:00+05:45', 0, 20_700],
    ['2026-11-19T10:05:00Z', 0, 0],
    ['2026-11-19T10:05:00', 0, undefined],
    ['2026-11-19T10:05:00.5', 500_000, undefined],
    ['2026-11-19T10:05:00.123456Z', 123_456, 0],
    ['2026-11-19T10:05:00.123456999Z', 123_456, 0],
    ['2026-11-19T10:05:00.000000999Z', 0, 0],
  ])('reads %s', (text, micros, offsetSeconds) => {
    expect(parseWrittenTime(text)).toEqual({
      localSeconds: epoch('2026-11-19T10:05:00Z'),
      micros,
      offsetSeconds,
    });
  });

  it.each([
    '',
    'noon',
    '2026-11-19',
    '2026-11-19T10:05',
    '2026-11-19T10:05:00z',
    '2026-11-19t10:05:00Z',
    '2026-11-19T10:05:00.Z',
    '2026-11-19T10:05:00.1234567890Z',
    '2026-11-19T10:05:00+3',
    '2026-11-19T10:05:00+03',
    '2026-11-19T10:05:00 -03:00',
    '2026-11-19T10:05:00-24:00',
    '2026-11-19T10:05:00-03:60',
    '2026-11-19T24:00:00Z',
    '2026-11-19T10:60:00Z',
    '2026-11-19T10:05:60Z',
    '2026-02-29T10:05:00Z',
    '2100-02-29T10:05:00Z',
    '2026-04-31T10:05:00Z',
    '2026-13-01T10:05:00Z',
    '2026-00-01T10:05:00Z',
    '2026-01-00T10:05:00Z',
    '0000-01-01T00:00:00Z',
    '+2026-11-19T10:05:00Z',
    ' 2026-11-19T10:05:00Z',
    '2026-11-19T10:05:00Z\n',
    '１026-11-19T10:05:00Z',
  ])('does not read %j', (text) => {
    expect(parseWrittenTime(text)).toBeUndefined();
  });

  it.each(['2024-02-29T00:00:00Z', '2000-02-29T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'reads %s, which the calendar has',
    (text) => {
      expect(parseWrittenTime(text)?.localSeconds).toBe(epoch(text));
    },
  );

  it('reads what any other calendar writes', () => {
    fc.assert(
      fc.property(seconds, (at) => {
        expect(parseWrittenTime(new Date(at * 1000).toISOString())).toEqual({
          localSeconds: at,
          micros: 0,
          offsetSeconds: 0,
        });
      }),
    );
  });

  it('reads back what formatInstant writes', () => {
    fc.assert(
      fc.property(seconds, fc.nat({ max: 999_999 }), (at, micros) => {
        const text = formatInstant({ seconds: at, micros }).replace('+00', 'Z');
        expect(parseWrittenTime(text)).toEqual({ localSeconds: at, micros, offsetSeconds: 0 });
      }),
    );
  });

  it('an offset moves the instant, never the local time', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: -1439, max: 1439 }), fc.boolean(), (at, minutes, colon) => {
        const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
        const away = Math.abs(minutes);
        const offset = `${minutes < 0 ? '-' : '+'}${two(away / 60)}${colon ? ':' : ''}${two(away % 60)}`;
        const local = new Date(at * 1000).toISOString().slice(0, 19);
        const read = parseWrittenTime(`${local}${offset}`)!;
        expect(read.localSeconds).toBe(at);
        expect(read.offsetSeconds! + 0).toBe(minutes * 60);
      }),
    );
  });
});

describe('instants', () => {
  it('lie in the years 1 to 9999, two days from their ends', () => {
    expect(toInstant(epoch('0001-01-03T00:00:00Z'), 0)).toBeDefined();
    expect(toInstant(epoch('0001-01-03T00:00:00Z') - 1, 999_999)).toBeUndefined();
    expect(toInstant(epoch('9999-12-29T23:59:59Z'), 999_999)).toBeDefined();
    expect(toInstant(epoch('9999-12-29T23:59:59Z') + 1, 0)).toBeUndefined();
  });

  it('differ by seconds and their fraction', () => {
    expect(secondsBetween({ seconds: 10, micros: 750_000 }, { seconds: 12, micros: 250_000 })).toBe(1.5);
    expect(secondsBetween({ seconds: 12, micros: 250_000 }, { seconds: 10, micros: 750_000 })).toBe(-1.5);
  });

  it('a deadline can always be written', () => {
    const latest = addSeconds({ seconds: epoch('9999-12-31T00:00:00Z'), micros: 0 }, Number.MAX_SAFE_INTEGER);
    expect(formatInstant(latest)).toMatch(/^\d{4}-/);
    expect(addSeconds({ seconds: 0, micros: 7 }, 3600)).toEqual({ seconds: 3600, micros: 7 });
  });
});
