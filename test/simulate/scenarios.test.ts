import { describe, expect, test } from 'vitest';
import { regionDay } from '../../src/simulate/day.ts';
import type { RegionCode } from '../../src/simulate/regions.ts';
import { isPaidClean, SCENARIOS, scenarioChooser } from '../../src/simulate/scenarios.ts';

const SEEDS = [1, 2, 3, 42, 20_261_119];

function occurrences(region: RegionCode, seed: number, orders: number): Map<string, number> {
  const day = regionDay({ date: '2026-11-19', seed, orders: orders * 2, share: { BR: 1, EG: 1 } }, region);
  const counts = new Map<string, number>();
  for (let index = 0; index < orders; index += 1) {
    const { name } = day.order(index).scenario;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

describe('the list of scenarios', () => {
  test('every name is there once and has a sentence', () => {
    expect(new Set(SCENARIOS.map((scenario) => scenario.name)).size).toBe(SCENARIOS.length);
    expect(new Set(SCENARIOS.map(({ about }) => about)).size).toBe(SCENARIOS.length);
    for (const { name, about } of SCENARIOS) {
      expect(about, name).toMatch(/^[A-Za-z0-9].* .*\.$/);
      const words = about.toLowerCase().match(/[a-z]+/g)!;
      expect(
        words.filter((word) => !name.split('-').includes(word)),
        'a sentence that only spells the name out',
      ).not.toEqual([]);
    }
  });

  test('the everyday ones are those of which only a missing payment can be said', () => {
    for (const scenario of SCENARIOS.filter((one) => one.isEveryday === true)) {
      expect(['MATCHED', 'STUCK']).toContain(scenario.outcome);
      expect(scenario.findings.filter((code) => code !== 'STUCK_PROCESSING')).toEqual([]);
    }
  });

  test('findings are sorted, as a report has them', () => {
    for (const { findings } of SCENARIOS) expect(findings).toEqual(findings.toSorted());
  });
});

describe('how often', () => {
  test.each(SEEDS)('seed %d: every scenario occurs among 3,000 orders', (seed) => {
    const occurred = new Set([
      ...occurrences('BR', seed, 1800).keys(),
      ...occurrences('EG', seed, 1200).keys(),
    ]);
    expect(SCENARIOS.map((scenario) => scenario.name).filter((name) => !occurred.has(name))).toEqual([]);
  });

  test('among 10,000 orders a scenario occurs as often as its rate says', () => {
    const counts = occurrences('BR', 5, 10_000);
    for (const { name, rate, suits } of SCENARIOS) {
      if (rate.BR === 'rest' || suits !== undefined) continue;
      expect(Math.abs((counts.get(name) ?? 0) - rate.BR)).toBeLessThanOrEqual(3);
    }
  });

  test.each(['BR', 'EG'] as const)('%s: 96.5 to 98.5 %% of the paid orders are clean', (region) => {
    const counts = occurrences(region, 5, 10_000);
    const count = (names: typeof SCENARIOS) =>
      names.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0);
    const clean = count(SCENARIOS.filter(isPaidClean));
    const paid = count(SCENARIOS.filter(({ outcome }) => outcome === 'MATCHED' || outcome === 'MISMATCH'));
    expect(clean / paid).toBeGreaterThan(0.965);
    expect(clean / paid).toBeLessThan(0.985);
  });

  test('clean days have everyday scenarios only', () => {
    const choose = scenarioChooser('EG', 1, 'clean');
    for (let index = 0; index < 2000; index += 1) expect(choose(index).isEveryday).toBe(true);
  });
});
