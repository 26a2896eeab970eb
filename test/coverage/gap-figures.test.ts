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
