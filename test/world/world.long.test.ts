import { afterAll, expect, it } from 'vitest';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { drawActions } from './draw-actions.ts';
import { play } from './play.ts';
import { endProcesses } from './program.ts';
import { FIXED_SEEDS, newSeeds } from './seeds.ts';

const STEPS = { postgresql: 8, embedded: 4 } as const;
const SEEDS = { postgresql: [...FIXED_SEEDS, ...newSeeds(1)], embedded: FIXED_SEEDS.slice(0, 1) } as const;

afterAll(endProcesses);

onEngines(
  'a simulated world',
  (engine) => {
    it.each(SEEDS[engine.name])('of seed %s is in every step what it must be', async (seed) => {
      const isShared = engine.name === 'postgresql';
      const steps = STEPS[engine.name];
      const { environment } = await engine.database();
      const place = { cwd: temporaryFolder(), environment, isShared };
      const { failure, tally } = await play(place, seed, drawActions({ seed, steps, isShared }));
      const replay = `npm run world -- --engine ${isShared ? 'postgres' : 'embedded'} --seed ${seed} --steps ${steps}`;
      expect(
        failure,
        `step ${failure?.step} of seed ${seed}: ${failure?.error.stack}\n${replay}`,
      ).toBeUndefined();
      expect(tally.commands).toBeGreaterThan(0);
    });
  },
  { isSharedOut: true },
);

it('the same seed gives the same actions', () => {
  const options = { seed: 7, steps: 40, isShared: true };
  expect(drawActions(options)).toEqual(drawActions(options));
  expect(drawActions({ ...options, seed: 8 })).not.toEqual(drawActions(options));
});
