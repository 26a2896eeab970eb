import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Environment variable with the path of the file for the counts. */
export const TALLY_FILE = 'TEST_TALLY_FILE';

/** Counts tests by result. A failure outside a test (a file that does not load, a hook) counts as one. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env[TALLY_FILE];
    if (file === undefined) return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) counts.failed += 1;
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    writeFileSync(file, JSON.stringify(counts satisfies Tally));
  }
}
