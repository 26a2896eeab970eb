/** However often and in whichever order evidence is read: each version of each date has the same bytes. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { RUNS } from '../support/runs.ts';
import { type Ground, groundOf } from './facts.ts';
import { history, WORLD_SECONDS } from './histories.ts';
import { type Line, shuffledInto, WORLD_DATES, worldTime } from './world.ts';

const SETTINGS = parseSettings({ statuses: { failed: ['FAILED'], reversed: ['REFUNDED'] } });

/** The same history, each stage's lines in any order, in several files, some of them more than once. */
const retold = history.chain((told) =>
  fc.tuple(fc.constant(told), fc.tuple(...told.stages.map((lines) => shuffledInto(lines)))),
);

onEngines('a date that is reconciled and restated twice', (engine) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = groundOf(await engine.open(), SETTINGS);
  });
  afterAll(() => ground.leave());

  const live = async (stages: readonly Line[][][], asOfs: readonly string[]) => {
    await ground.clear();
    for (const [index, files] of stages.entries()) {
      await ground.read(...files);
      await ground.reconcile({ asOf: asOfs[index]! });
    }
    return ground.versions();
  };

  it('shows the same bytes for each version, in whichever order and however often its evidence was read', () =>
    fc.assert(
      fc.asyncProperty(retold, async ([{ stages, asOfs }, shuffled]) => {
        const versions = await live(
          stages.map((lines) => [lines]),
          asOfs,
        );
        expect(await live(shuffled, asOfs)).toEqual(versions);
      }),
      { numRuns: RUNS },
    ));

  it('has its newest version say what it would say had everything been known at once', () =>
    fc.assert(
      fc.asyncProperty(history, async ({ stages, asOfs }) => {
        await live(
          stages.map((lines) => [lines]),
          asOfs,
        );
        const facts = ground.facts();
        await ground.clear();
        await ground.read(stages.flat());
        await ground.reconcile();
        expect(ground.facts()).toEqual(facts);
      }),
      { numRuns: RUNS },
    ));

  it('says so too where each run was asked for one date and one region only, from moments in any order', () =>
    fc.assert(
      fc.asyncProperty(
        history,
        fc.array(
          fc.record({
            date: fc.constantFrom(...WORLD_DATES),
            region: fc.constantFrom('BR', 'EG', 'other', undefined),
            seconds: fc.nat({ max: WORLD_SECONDS }),
          }),
          { minLength: 3, maxLength: 6 },
        ),
        async ({ stages }, runs) => {
          await ground.clear();
          for (const [index, { date, region, seconds }] of runs.entries()) {
            await ground.read(stages[index % stages.length]!);
            await ground
              .reconcile({ dates: [date], asOf: worldTime(seconds), ...(region && { region }) })
              .catch((error: unknown) => {
                if (!(error instanceof Fault && error.code === 'AS_OF_TOO_EARLY')) throw error;
              });
          }
          await ground.reconcile();
          const facts = ground.facts();
          await ground.clear();
          await ground.read(stages.flat());
          await ground.reconcile();
          expect(facts).toEqual(ground.facts());
        },
      ),
      { numRuns: RUNS },
    ));

  it('gives the versions that were published again when their folders are lost', () =>
    fc.assert(
      fc.asyncProperty(history, async ({ stages, asOfs }) => {
        const versions = await live(
          stages.map((lines) => [lines]),
          asOfs,
        );
        ground.loseReports();
        await ground.reconcile();
        expect(ground.versions()).toEqual(versions);
      }),
      { numRuns: RUNS },
    ));
});
