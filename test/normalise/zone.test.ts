import { describe, expect, it } from 'vitest';
import { readLocal, zoneOffsetSeconds } from '../../src/normalise/zone.ts';

const HOUR = 3600;
const epoch = (text: string) => Date.parse(text) / 1000;

interface Change {
  readonly zone: string;
  /** The instant from which the new offset holds. */
  readonly at: string;
  readonly before: number;
  readonly after: number;
}

/** Egypt, since 2023: from the last Friday of April, 00:00, to the last Thursday of October, 24:00. */
const cairo: Change[] = [2023, 2024, 2025, 2026, 2027, 2028, 2029, 2030].flatMap((year) => [
  change('Africa/Cairo', `${dayBefore(lastWeekday(year, 4, 5))}T22:00:00Z`, 2, 3),
  change('Africa/Cairo', `${lastWeekday(year, 10, 4)}T21:00:00Z`, 3, 2),
]);

/** Brazil, until 2019, by decree; midnight local time each. */
const saoPaulo: Change[] = [
  ...['2015-10-18', '2016-10-16', '2017-10-15', '2018-11-04'].map((date) =>
    change('America/Sao_Paulo', `${date}T03:00:00Z`, -3, -2),
  ),
  ...['2015-02-22', '2016-02-21', '2017-02-19', '2018-02-18', '2019-02-17'].map((date) =>
    change('America/Sao_Paulo', `${date}T02:00:00Z`, -2, -3),
  ),
];

const CHANGES = [...cairo, ...saoPaulo];

describe.each(CHANGES)('$zone at $at', ({ zone, at, before, after }) => {
  const instant = epoch(at);
  const low = instant + Math.min(before, after);
  const high = instant + Math.max(before, after);
  const kind = after > before ? 'skipped' : 'twice';

  it('changes its offset at that second', () => {
    expect(zoneOffsetSeconds(zone, instant - 1)).toBe(before);
    expect(zoneOffsetSeconds(zone, instant)).toBe(after);
  });

  it(`has each local time of one hour ${kind}, and every other of that day once`, () => {
    for (let local = low - 26 * HOUR; local < high + 26 * HOUR; local += 60) {
      const inside = local >= low && local < high;
      expect(readLocal(zone, local).kind, new Date(local * 1000).toISOString()).toBe(inside ? kind : 'once');
    }
    expect(readLocal(zone, low - 1).kind).toBe('once');
    expect(readLocal(zone, low).kind).toBe(kind);
    expect(readLocal(zone, high - 1).kind).toBe(kind);
    expect(readLocal(zone, high).kind).toBe('once');
  });

  it('reads each local time as instants that have it, or moved forward by the gap', () => {
    for (let local = low - 3 * HOUR; local < high + 3 * HOUR; local += 17 * 60) {
      const reading = readLocal(zone, local);
      const shown = (seconds: number) => seconds + zoneOffsetSeconds(zone, seconds);
      const moved = reading.kind === 'skipped' ? after - before : 0;
      expect(shown(reading.earlier)).toBe(local + moved);
      expect(shown(reading.later)).toBe(local + moved);
      expect(reading.later - reading.earlier).toBe(reading.kind === 'twice' ? before - after : 0);
    }
  });
});

describe('the rest of those years', () => {
  it.each(['Africa/Cairo', 'America/Sao_Paulo'])('%s has no other local time in doubt', (zone) => {
    const known = CHANGES.filter((one) => one.zone === zone).map((one) => epoch(one.at));
    const [from, to] = zone === 'Africa/Cairo' ? ['2023-01-01', '2031-01-01'] : ['2015-01-01', '2027-01-01'];
    for (let local = epoch(from!); local < epoch(to!); local += HOUR / 2) {
      if (known.some((at) => Math.abs(at - local) < 12 * HOUR)) continue;
      if (readLocal(zone, local).kind !== 'once') expect.fail(new Date(local * 1000).toISOString());
    }
  });

  it('São Paulo is three hours behind UTC in the summer of 2026', () => {
    expect(zoneOffsetSeconds('America/Sao_Paulo', epoch('2026-12-21T12:00:00Z'))).toBe(-3 * HOUR);
  });

  it('UTC is UTC', () => {
    expect(readLocal('UTC', 17)).toEqual({ kind: 'once', earlier: 17, later: 17 });
  });
});

function change(zone: string, at: string, before: number, after: number): Change {
  return { zone, at, before: before * HOUR, after: after * HOUR };
}

/** @param weekday 0 is Sunday */
function lastWeekday(year: number, month: number, weekday: number): string {
  const last = new Date(Date.UTC(year, month, 0));
  const back = (last.getUTCDay() - weekday + 7) % 7;
  return new Date(last.getTime() - back * 86_400_000).toISOString().slice(0, 10);
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
