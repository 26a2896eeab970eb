import { describe, expect, test } from 'vitest';
import { utcText, zoneDay } from '../../src/simulate/calendar.ts';
import { REGIONS } from '../../src/simulate/regions.ts';
import { requestTimes } from '../../src/simulate/volume.ts';

describe('zoneDay', () => {
  test.each([
    ['2026-11-19', 'America/Sao_Paulo', '2026-11-19T03:00:00', 24],
    ['2026-11-19', 'Africa/Cairo', '2026-11-18T22:00:00', 24],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00', 23],
    ['2026-10-29', 'Africa/Cairo', '2026-10-28T21:00:00', 25],
    ['2026-10-30', 'Africa/Cairo', '2026-10-29T22:00:00', 24],
  ])('%s in %s begins at %s UTC and has %d hours', (date, zone, startsAt, hours) => {
    const day = zoneDay(date, zone);
    expect(utcText(day.startsAt)).toBe(startsAt);
    expect((day.endsAt - day.startsAt) / 3600).toBe(hours);
  });

  test('when Egypt puts its clock forward at midnight, the date begins at one', () => {
    const day = zoneDay('2026-04-24', 'Africa/Cairo');
    expect(day.withOffset(day.startsAt)).toBe('2026-04-24T01:00:00+03:00');
    expect(day.withOffset(day.startsAt - 1)).toBe('2026-04-23T23:59:59+02:00');
  });

  test('when Egypt puts its clock back at midnight, the last hour of the date occurs twice', () => {
    const day = zoneDay('2026-10-29', 'Africa/Cairo');
    expect(day.withOffset(day.endsAt - 3601)).toBe('2026-10-29T23:59:59+03:00');
    expect(day.withOffset(day.endsAt - 3600)).toBe('2026-10-29T23:00:00+02:00');
    expect(day.withoutOffset(day.endsAt - 3600)).toBe('2026-10-29T23:00:00');
  });

  test.each(['2026-02-30', '2026-13-01', '26-11-19', 'today'])('%s is no date', (date) => {
    expect(() => zoneDay(date, 'Africa/Cairo')).toThrow('Not a date of the calendar');
  });
});

describe('requestTimes', () => {
  test.each(['2026-04-24', '2026-10-29', '2026-11-19'])('%s: within the date, and never falling', (date) => {
    const day = zoneDay(date, 'Africa/Cairo');
    const requestTime = requestTimes(day, REGIONS.EG.hourWeights);
    let before = day.startsAt;
    for (let step = 0; step < 5000; step += 1) {
      const at = requestTime(step / 5000);
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThan(day.endsAt);
      before = at;
    }
    expect(day.endsAt - before).toBeLessThan(60);
  });

  test('the evening is busier than the night', () => {
    const day = zoneDay('2026-11-19', 'America/Sao_Paulo');
    const requestTime = requestTimes(day, REGIONS.BR.hourWeights);
    const hours = new Array<number>(24).fill(0);
    for (let step = 0; step < 5000; step += 1) {
      const hour = Math.floor((requestTime(step / 5000) - day.startsAt) / 3600);
      hours[hour] = hours[hour]! + 1;
    }
    expect(hours[20]!).toBeGreaterThan(hours[4]! * 8);
  });
});
