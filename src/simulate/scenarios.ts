import { keyOf } from './random.ts';
import type { RegionCode } from './regions.ts';
import type { Scenario } from './scenario.ts';
import { AMOUNTS } from './scenarios/amounts.ts';
import { ATTEMPTS } from './scenarios/attempts.ts';
import { EVERYDAY } from './scenarios/everyday.ts';
import { IDENTITY } from './scenarios/identity.ts';
import { TIMING } from './scenarios/timing.ts';
import { UNMATCHED_CALLBACKS } from './scenarios/unmatched-callbacks.ts';

/** Every scenario. The first one is the ordinary order, paid as requested. */
export const SCENARIOS: readonly Scenario[] = [
  ...EVERYDAY,
  ...AMOUNTS,
  ...ATTEMPTS,
  ...IDENTITY,
  ...TIMING,
  ...UNMATCHED_CALLBACKS,
];

export const PAID: Scenario = SCENARIOS[0]!;

/** True if an order of the scenario is paid as requested and has no finding. */
export function isPaidClean(scenario: Scenario): boolean {
  return scenario.outcome === 'MATCHED' && scenario.findings.length === 0;
}

const GOLDEN = 0x9e3779b1;
const WHOLE = 4294967296;

/**
 * Returns a function that selects the scenario of an order. It uses multiples of the golden ratio, which are spread
 * very evenly: a scenario with a rate of n in 10,000 gets n of any 10,000 consecutive orders, and one with a rate of 8
 * occurs in any 1,600. Rare scenarios therefore occur on a small day too, which random draws would not guarantee.
 */
export function scenarioChooser(
  region: RegionCode,
  seed: number,
  kind: 'all' | 'clean',
): (index: number) => Scenario {
  const start = keyOf(seed, region === 'BR' ? 10 : 11);
  const ends: number[] = [];
  const rare: Scenario[] = [];
  let taken = 0;
  for (const scenario of SCENARIOS) {
    const rate = scenario.rate[region];
    if (rate === 'rest' || rate === 0 || (kind === 'clean' && scenario.isEveryday !== true)) continue;
    taken += rate;
    ends.push(Math.round((taken / 10_000) * WHOLE));
    rare.push(scenario);
  }
  return (index) => {
    const place = (Math.imul(index, GOLDEN) + start) >>> 0;
    if (place >= ends[ends.length - 1]!) return PAID;
    let position = 0;
    while (place >= ends[position]!) position += 1;
    return rare[position]!;
  };
}
