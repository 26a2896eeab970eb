import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first: begun last, one of them would be waited for by idle processors. */
export const LONGEST: readonly string[] = [
  'test/reconcile/properties.long.test.ts',
  'test/reconcile/versions.long.test.ts',
  'test/operations/watch/watch.long.test.ts',
  'test/docs/sessions.long.test.ts',
  'test/web/browser/every-look.long.test.ts',
  'test/e2e/package.long.test.ts',
  'test/bench/bench.long.test.ts',
  'test/cli/disk-full.long.test.ts',
  'test/books/verify/tampered-store.long.test.ts',
  'test/export/workbook/office.long.test.ts',
  'test/reconcile/scenarios.test.ts',
  'test/web/browser/journey.test.ts',
  'test/books/periods/close.test.ts',
  'test/books/run/renormalise.test.ts',
  'test/books/findings/life.test.ts',
  'test/cli/findings.test.ts',
];

const RANKS = new Map(LONGEST.map((file, rank) => [file, rank]));
/** A file of the project unit takes no time that counts. */
const BY_PROJECT = ['long', 'cli', 'engines', 'unit'];

/** Begins with the files that take longest: those of {@link LONGEST}, then by project, those with more text first. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rows = files.map((file) => ({ file, key: keyOf(file) }));
    return rows.sort((a, b) => compare(a.key, b.key)).map(({ file }) => file);
  }
}

function keyOf({ moduleId, project }: TestSpecification): readonly number[] {
  const path = moduleId.slice(moduleId.lastIndexOf('/test/') + 1);
  const rank = RANKS.get(path) ?? RANKS.size;
  return [rank, BY_PROJECT.indexOf(project.name), -readFileSync(moduleId).length];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
