import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, instantOfText } from '../../src/normalise/instant.ts';
import { addDays, endOfDate, isDate, localDate, startOfDate } from '../../src/normalise/local-date.ts';

const instant = (text: string) => ({ seconds: Date.parse(text) / 1000, micros: 0 });

describe('endOfDate', () => {
  it.each([
    ['2026-11-19', 'America/Sao_Paulo', '2026-11-20T03:00:00Z'],
    ['2026-11-19', 'Africa/Cairo', '2026-11-19T22:00:00Z'],
    ['2026-12-31', 'UTC', '2027-01-01T00:00:00Z'],
    // Midnight is skipped at its end: the next day begins at 01:00.
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    // 23 hours, and 25
    ['2026-04-24', 'Africa/Cairo', '2026-04-24T21:00:00Z'],
    ['2026-10-29', 'Africa/Cairo', '2026-10-29T22:00:00Z'],
    // At 00:01 of the next day the clocks went back to 23:01 of this one.
    ['2010-11-06', 'America/St_Johns', '2010-11-07T03:30:00Z'],
  ])('of %s in %s is %s', (date, zone, text) => {
    expect(endOfDate(date, zone)).toEqual(instant(text));
  });

  it('is after every instant of the date, and is of the next date itself', () => {
    const zones = fc.constantFrom(
      'Africa/Cairo',
      'America/Sao_Paulo',
      'Asia/Kathmandu',
      'Europe/Berlin',
      'UTC',
    );
    const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
    fc.assert(
      fc.property(days, zones, (date, zone) => {
        const { seconds } = endOfDate(date, zone);
        expect(localDate({ seconds, micros: 0 }, zone)).toBe(addDays(date, 1));
        expect(localDate({ seconds: seconds - 1, micros: 0 }, zone)).toBe(date);
      }),
    );
  });
});

describe('localDate', () => {
  it.each([
    ['2026-11-20T02:59:59Z', 'America/Sao_Paulo', '2026-11-19'],
    ['2026-11-20T03:00:00Z', 'America/Sao_Paulo', '2026-11-20'],
    ['2026-11-19T21:59:59Z', 'Africa/Cairo', '2026-11-19'],
    ['2026-11-19T22:00:00Z', 'Africa/Cairo', '2026-11-20'],
    // A day of 23 hours
    ['2026-04-23T21:59:59Z', 'Africa/Cairo', '2026-04-23'],
    ['2026-04-23T22:00:00Z', 'Africa/Cairo', '2026-04-24'],
    ['2026-04-24T20:59:59Z', 'Africa/Cairo', '2026-04-24'],
    ['2026-04-24T21:00:00Z', 'Africa/Cairo', '2026-04-25'],
    // A day of 25 hours
    ['2026-10-28T20:59:59Z', 'Africa/Cairo', '2026-10-28'],
    ['2026-10-28T21:00:00Z', 'Africa/Cairo', '2026-10-29'],
    ['2026-10-29T21:59:59Z', 'Africa/Cairo', '2026-10-29'],
    ['2026-10-29T22:00:00Z', 'Africa/Cairo', '2026-10-30'],
    ['2018-11-04T02:59:59Z', 'America/Sao_Paulo', '2018-11-03'],
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04'],
    ['2018-11-05T01:59:59Z', 'America/Sao_Paulo', '2018-11-04'],
    ['1969-12-31T23:59:59Z', 'UTC', '1969-12-31'],
  ])('%s in %s is %s', (text, zone, date) => {
    expect(localDate(instant(text), zone)).toBe(date);
  });

  it('cuts fractions of a second and never rounds them into the next date', () => {
    expect(localDate({ ...instant('2026-11-20T02:59:59Z'), micros: 999_999 }, 'America/Sao_Paulo')).toBe(
      '2026-11-19',
    );
  });

  it('is the date that the platform tells', () => {
    const zones = fc.constantFrom('Africa/Cairo', 'America/Sao_Paulo', 'Asia/Kathmandu', 'UTC');
    const seconds = fc.integer({
      min: instant('2015-01-01T00:00:00Z').seconds,
      max: instant('2030-12-31T00:00:00Z').seconds,
    });
    fc.assert(
      fc.property(seconds, zones, (at, timeZone) => {
        const told = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at * 1000);
        expect(localDate({ seconds: at, micros: 0 }, timeZone)).toBe(told);
      }),
    );
  });
});

describe('isDate', () => {
  it.each(['2026-11-19', '2024-02-29', '0001-01-02', '9999-12-30'])('%s is a date', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-11-31', '2026-1-1', '19/11/2026', '', '2026-11-19T00:00:00'])(
    '%j is none',
    (text) => {
      expect(isDate(text)).toBe(false);
    },
  );

  it.each(['0000-12-31', '0001-01-01', '9999-12-31', '+010000-01-01'])(
    '%s is too early or too late',
    (text) => {
      expect(isDate(text)).toBe(false);
    },
  );

  it('is so of the date of every instant in every zone, and of what is next to it', () => {
    const [first, last] = [instant('0001-01-03T00:00:00Z'), instant('9999-12-29T23:59:59Z')];
    for (const zone of [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14']) {
      for (const at of [first, last]) {
        const date = localDate(at, zone);
        expect([isDate(date), date, zone]).toEqual([true, date, zone]);
        for (const limit of [startOfDate(date, zone), endOfDate(date, zone)]) {
          expect(instantOfText(formatInstant(limit)), zone).toEqual(limit);
        }
      }
    }
  });
});

describe('addDays', () => {
  it.each([
    ['2026-11-19', 1, '2026-11-20'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-04-23', 2, '2026-04-25'],
    ['2026-11-19', 0, '2026-11-19'],
    ['9999-12-30', 1, '9999-12-31'],
    ['9999-12-31', 1, '9999-12-31'],
    ['0001-01-20', -35, '0001-01-01'],
  ])('%s and %i days is %s', (date, days, then) => {
    expect(addDays(date, days)).toBe(then);
  });

  it('goes back as far as it went', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
        expect(addDays(addDays('2026-11-19', days), -days)).toBe('2026-11-19');
      }),
    );
  });
});
