import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    // A server takes so many connections, and no more is gained: the tests wait for databases.
    maxWorkers: Math.min(4, availableParallelism()),
    // Ends what hangs, and nothing else: no test fails because a machine is slow or busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The order of files does not depend on what ran before.
    cache: false,
    allowOnly: false,
  },
});
