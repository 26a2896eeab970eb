import { describe, expect, it } from 'vitest';
import { gapsIn, HISTORY_DAYS, missingHours, ORDERS_PER_DAY, trafficOf } from './gap-figures.ts';

const REGIONS = ['BR', 'EG'] as const;
const SEEDS = [1, 2];

describe.each(REGIONS)('gaps of %s', (region) => {
  it.each(ORDERS_PER_DAY)('are not seen in 28 undisturbed days of %i orders', (orders) => {
    for (const seed of SEEDS) {
      const traffic = trafficOf(region, orders, seed, HISTORY_DAYS + 28);
      expect(gapsIn(traffic, HISTORY_DAYS), 'with history').toEqual([]);
      expect(gapsIn(trafficOf(region, orders, seed, 28), 0), 'without history').toEqual([]);
    }
  });

  it.each(['pay-in', 'callback'] as const)('of an hour of %ss by day are named', (kind) => {
    for (const firstDay of [HISTORY_DAYS, 1]) {
      const traffic = trafficOf(region, 5_000, 1, firstDay + 15);
      const { hours, named } = missingHours(traffic, kind, firstDay, 50);
      expect(named, `from day ${firstDay}`).toBeGreaterThanOrEqual(hours * 0.99);
    }
  });
});

it('two hours are a gap in the first weeks, also of a store with one record of a test months before', () => {
  const traffic = trafficOf('BR', 5_000, 1, 26, '2026-11-01');
  const test = Date.parse('2026-08-01T12:00:00Z') / 1000;
  for (const day of [4, 11, 18, 25]) {
    const from = day * 288 + 192;
    const hole = { kind: 'callback', from, to: from + 24 } as const;
    for (const begins of [undefined, test])
      expect(gapsIn(traffic, day, hole, begins), `day ${day}`).toMatchObject([{ kind: 'callback' }]);
  }
});
