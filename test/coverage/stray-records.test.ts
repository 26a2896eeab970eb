/** Gaps with a stray record inside, as a proxy or a retry leaves one. */
import { describe, expect, it } from 'vitest';
import type { CoveredKind } from '../../src/coverage/find-gaps.ts';
import { SLOT_SECONDS } from '../../src/coverage/tally-records.ts';
import { gapsIn, HISTORY_DAYS, trafficOf } from './gap-figures.ts';

const HOURS = [10, 14, 19];

describe.each(['BR', 'EG'] as const)('an hour of %s that is missing but for stray records', (region) => {
  it.each([
    ['callback', HISTORY_DAYS],
    ['callback', 1],
    ['pay-in', HISTORY_DAYS],
    ['pay-in', 1],
  ] as const)('is one gap of %ss, from day %i of the store on', (kind: CoveredKind, firstDay: number) => {
    const traffic = trafficOf(region, 5_000, 1, firstDay + 3);
    for (const hour of HOURS) {
      for (const strays of [[1], [6], [9], [3, 8]]) {
        const from = (firstDay + 1) * 288 + hour * 12 + 36;
        const gaps = gapsIn(traffic, firstDay, {
          ...{ kind, from, to: from + 12 },
          strays: strays.map((at) => from + at),
        });
        const begins = traffic.start + from * SLOT_SECONDS;
        const named = gaps.filter((gap) => gap.kind === kind);
        expect(named, `${hour}:00, ${strays}`).toHaveLength(1);
        expect(named[0]!.from).toBeGreaterThan(begins - 2 * SLOT_SECONDS);
        expect(named[0]!.from).toBeLessThanOrEqual(begins);
        expect(named[0]!.to).toBeGreaterThanOrEqual(begins + 3600);
        expect(named[0]!.to).toBeLessThan(begins + 3600 + 2 * SLOT_SECONDS);
      }
    }
  });
});
