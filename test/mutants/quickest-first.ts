import { BaseSequencer, type TestModule, type TestSpecification } from 'vitest/node';

/** How long test files took without a change, in milliseconds. */
const durations = new Map<string, number>();
/** The test files that noticed changes of a file, by that file; the last one is the last. */
const noticing = new Map<string, string[]>();
let changed = '';

/** Notes which file is changed from now on; empty for none. */
export function noteChanged(file: string): void {
  changed = file;
}

/** Notes what test files took, or which of them noticed the change. */
export function noteRun(modules: readonly TestModule[]): void {
  for (const module of modules) {
    if (changed === '') durations.set(module.moduleId, module.diagnostic().duration);
    else if (!module.ok()) noticing.set(changed, [...(noticing.get(changed) ?? []), module.moduleId]);
  }
}

/** Begins with the test files that last noticed a change of the same file, then with those that take least time. */
export default class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const before = noticing.get(changed) ?? [];
    const rows = files.map((file) => ({
      file,
      last: before.lastIndexOf(file.moduleId),
      duration: durations.get(file.moduleId) ?? 0,
    }));
    return rows.sort((a, b) => b.last - a.last || a.duration - b.duration).map(({ file }) => file);
  }
}
