import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The unit tests of what Stryker mutates: pure code, so that no database and no process is needed. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [
      'test/contract/**/*.test.ts',
      'test/normalise/**/*.test.ts',
      'test/export/csv/cell.test.ts',
      'test/export/csv/csv.test.ts',
      'test/money-text.test.ts',
    ],
    exclude: ['**/*.long.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 600_000,
  },
});
