/**
 * What nobody has touched verifies: whatever was read, in whichever order, and whichever runs looked at it. So does every
 * scenario, see test/reconcile/scenarios.test.ts.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { Fault } from '../../../src/errors.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { type Ground, groundOf } from '../../reconcile/facts.ts';
import { shuffledInto, WORLD_DATES, world, worldTime } from '../../reconcile/world.ts';
import { onEngines } from '../../support/engines.ts';
import { RUNS } from '../../support/runs.ts';

const SETTINGS = parseSettings({ statuses: { failed: ['FAILED'], reversed: ['REFUNDED'] } });

/** A run of some dates and regions, from some moment. */
const look = fc.record({
  dates: fc.subarray([...WORLD_DATES], { minLength: 1 }),
  region: fc.constantFrom(undefined, undefined, 'BR', 'EG', 'other'),
  seconds: fc.nat({ max: 42 * 3600 }),
});

/** Files, each read before a run. */
const history = world
  .chain((lines) => shuffledInto(lines))
  .chain((files) => fc.tuple(fc.constant(files), fc.array(look, { minLength: files.length, maxLength: 6 })));

onEngines('in any small world', (engine) => {
  let store: Store;
  let ground: Ground;
  beforeAll(async () => {
    store = await engine.open();
    ground = groundOf(store, SETTINGS);
  });
  afterAll(() => ground.leave());

  it('everything ties after every run, and after everything that is read', () =>
    fc.assert(
      fc
        .asyncProperty(history, async ([files, looks]) => {
          for (const [index, { dates, region, seconds }] of looks.entries()) {
            const lines = files[index];
            if (lines !== undefined) await ground.read(lines);
            expect(deviationsOf(await verify(store, SETTINGS, { dates: [], out: ground.out }))).toEqual([]);
            const asOf = worldTime(seconds);
            await ground
              .reconcile({ dates, asOf, ...(region === undefined ? {} : { region }) })
              .catch(tooEarly);
            expect(await deviationsOfDates(store, ground)).toEqual([]);
          }
        })
        .beforeEach(() => ground.clear()),
      { numRuns: RUNS },
    ));
});

function tooEarly(error: unknown): void {
  if (!(error instanceof Fault && error.code === 'AS_OF_TOO_EARLY')) throw error;
}

async function deviationsOfDates(store: Store, { out }: Ground) {
  try {
    return deviationsOf(await verify(store, SETTINGS, { dates: WORLD_DATES, out }));
  } catch (error) {
    // A look at the orders without a region alone publishes nothing where there are none.
    if (error instanceof Fault && error.code === 'NOTHING_REPORTED') return [];
    throw error;
  }
}
