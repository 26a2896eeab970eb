/** What `npm run prove` runs, in this order: short proofs first. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';
import { ALL_CASES } from '../hostile/all-cases.ts';
import { type Call, numbersIn, type Proof } from './proof.ts';

const FUZZ_TARGETS = readdirSync(join(packageRoot, 'test/fuzz/targets')).map((name) =>
  name.replace('.ts', ''),
);

/** Each effort by size. The usual ones come to less than 30 minutes on two cores that do nothing else. */
const EXECUTIONS = { tiny: 300, usual: 15_000, all: 1_000_000 };
const CRASHES = { tiny: '2', usual: '60', all: 'all' };
const KILLS = { tiny: 2, usual: 60, all: 1000 };
const RANDOM_WORLDS = { tiny: 1, usual: 3, all: 50 };
const PLAYED_WORLDS = { tiny: 1, usual: 2, all: 100 };
const STEPS = { tiny: 6, usual: 24, all: 60 };
const MUTANTS = 1000;

export const PROOFS: readonly Proof[] = [
  {
    name: 'hostile input',
    calls: () => [{ script: 'test', parameters: ['test/hostile'] }],
    count: () => ({ cases: ALL_CASES.length }),
  },
  {
    name: 'fuzzing',
    calls: (size, seed) =>
      FUZZ_TARGETS.map((target) => ({
        script: 'fuzz',
        parameters: [target, String(EXECUTIONS[size]), '--seed', String(seed)],
      })),
    count: (output) => ({ executions: numbersIn(output, /: (\d+) executions,/g) }),
  },
  {
    name: 'crash matrix',
    calls: (size, seed) => [longTest(seed, 'test/crashes/crashes', { TEST_CRASHES: CRASHES[size] })],
    // One test says that every point has a scene.
    count: (output) => ({ faults: numbersIn(output, /^(\d+) passed/gm) - 1 }),
  },
  {
    name: 'kills of the embedded store',
    calls: (size, seed) => [longTest(seed, 'test/database/kills', { TEST_KILLS: String(KILLS[size]) })],
    count: (_output, { environment }) => ({ faults: Number(environment!['TEST_KILLS']) }),
  },
  {
    name: 'random worlds',
    calls: (size, seed) => {
      const runs = { TEST_RUNS: String(RANDOM_WORLDS[size]) };
      const files = ['properties', 'versions', 'flows'].map((name) => `test/reconcile/${name}.long`);
      return files.slice(0, size === 'tiny' ? 1 : files.length).map((file) => longTest(seed, file, runs));
    },
    count: (_output, { environment }) => ({ worlds: Number(environment!['TEST_RUNS']) }),
  },
  {
    name: 'stores of earlier programs',
    calls: (size, seed) => [
      longTest(seed, 'test/upgrades', { TEST_UPGRADES: size === 'tiny' ? '1' : 'all' }),
    ],
    // One test says which stores there are.
    count: (output) => ({ upgrades: numbersIn(output, /^(\d+) passed/gm) - 1 }),
  },
  {
    name: 'faults of the database',
    calls: (size, seed) => {
      const files = ['cli/turned-away', 'cli/lost-server', 'cli/disk-full', 'crashes/connections'];
      const paths = files.map((name) => `test/${name}.long`);
      return [longTest(seed, paths.slice(0, size === 'tiny' ? 1 : paths.length))];
    },
    count: (output) => ({ faults: numbersIn(output, /^(\d+) passed/gm) }),
  },
  {
    name: 'a played world',
    calls: (size, seed) => [
      {
        script: 'world',
        parameters: [
          ...['--seed', String(seed), '--seeds', String(PLAYED_WORLDS[size])],
          ...['--steps', String(STEPS[size]), '--engine', 'both'],
        ],
      },
    ],
    count: (output) => ({
      seeds: numbersIn(output, /^\w+ seed \d+: /gm),
      faults: numbersIn(output, /, (\d+) faults,/g),
    }),
  },
  {
    name: 'planted faults',
    calls: (_size, seed) => [longTest(seed, 'test/world/planted')],
    count: (output) => ({ 'planted faults': numbersIn(output, /^(\d+) passed/gm) }),
  },
  {
    name: 'mutants',
    // Unchanged tests of all suites take longer than most proofs.
    calls: (size, seed) =>
      size !== 'all'
        ? []
        : [
            {
              script: 'mutants',
              parameters: ['--seed', String(seed), '--sql', String(MUTANTS), '--ts', String(MUTANTS)],
            },
          ],
    count: (output) => ({ mutants: numbersIn(output, /^(\d+) passed/gm) }),
  },
];

function longTest(
  seed: number,
  path: string | readonly string[],
  more: Readonly<Record<string, string>> = {},
): Call {
  const environment = { TEST_SEED: String(seed), ...more };
  return { script: 'test:long', parameters: [path].flat(), environment };
}
