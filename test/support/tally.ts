import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, in the order of the files: where it is, then its errors with their stacks. */
  readonly failures: readonly string[];
}

/** Environment variable with the path of the file for the counts. */
export const TALLY_FILE = 'TEST_TALLY_FILE';

/** Characters of what is kept of one; a difference of two files can be long. */
const LONGEST_FAILURE = 3000;

/** Counts tests by result, and keeps what failed. A failure outside a test (a file, a hook) counts as one. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env[TALLY_FILE];
    if (file === undefined) return;
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures: string[] = [];
    const fail = (where: string, errors: readonly SerializedError[]) => {
      counts.failed += 1;
      const text = [where, ...errors.flatMap(textsOf)].join('\n');
      failures.push(stripVTControlCharacters(text).slice(0, LONGEST_FAILURE));
    };
    for (const error of unhandledErrors) fail('outside of every test', [error]);
    for (const module of modules) {
      if (module.errors().length > 0) fail(module.relativeModuleId, module.errors());
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(nameOf(suite), suite.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === 'passed' || state === 'skipped') counts[state] += 1;
        else fail(nameOf(test), errors);
      }
    }
    writeFileSync(file, JSON.stringify({ ...counts, failures } satisfies Tally));
  }
}

function nameOf({ module, fullName }: TestCase | TestSuite): string {
  return `${module.relativeModuleId} > ${fullName}`;
}

/** The error without frames of other packages, and what it compared. */
function textsOf({ stack, message, diff }: SerializedError): string[] {
  const frames = (stack ?? message).split('\n').filter((line) => !/^ +at .*node_modules/.test(line));
  return [...frames, ...(typeof diff === 'string' ? [diff] : [])];
}
