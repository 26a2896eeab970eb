import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';
import { NODE_FLAGS } from './test/support/node-flags.ts';
import { filesByProject, type ProjectName } from './test/support/projects.ts';

/** Properties are tried on as many random worlds as TEST_RUNS says, in npm test on one. */
const RUNS = process.env['TEST_RUNS'] ?? '3';

const files = filesByProject(Number(RUNS));

// A server takes so many connections, and no more is gained. One more than processors, since tests wait for databases.
const maxWorkers = Math.min(4, availableParallelism() + 1);

const COMMON = {
  maxWorkers,
  pool: 'forks' as const,
  setupFiles: ['test/support/setup.ts'],
  // Ends what hangs, and nothing else: no test fails because a machine is slow or busy.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  allowOnly: false,
  execArgv: [...NODE_FLAGS],
};

/** Files that run one after another in a process share what they import, and what V8 has compiled of it. */
const ONCE = { isolate: false };

/** A project of the files that are its own, see test/support/projects.ts. */
function project(
  name: ProjectName,
  more: Partial<typeof COMMON> & { isolate?: boolean; env?: Record<string, string> } = {},
) {
  return { extends: false, test: { ...COMMON, name, include: [...files[name]], ...more } };
}

export default defineConfig({
  test: {
    projects: [
      project('unit', { ...ONCE, setupFiles: [...COMMON.setupFiles, 'test/support/unit-guard.ts'] }),
      project('engines', ONCE),
      project('cli', ONCE),
      project('long', { env: { TEST_RUNS: RUNS } }),
    ],
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers,
    // As of a project's tests, for what is stopped after all of them.
    teardownTimeout: 600_000,
    // The order of files does not depend on what ran before.
    cache: false,
    sequence: { sequencer: LongestFirst },
  },
});
