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
    // A cluster takes a round to its workers for every statement.
    testTimeout: process.env['TEST_CITUS_URL'] ? 300_000 : 60_000,
    hookTimeout: 120_000,
    // The order of files does not depend on what ran before.
    cache: false,
    allowOnly: false,
  },
});
