import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Chosen, Tried } from './sample.ts';

/** A file of results, one line of JSON for each mutant that was tried, by which a run can be continued. */
export class Results {
  readonly #path: string | undefined;
  readonly #tried = new Map<string, Tried>();

  /** @param path undefined to keep nothing */
  constructor(path: string | undefined) {
    this.#path = path;
    if (path === undefined || !existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line === '') continue;
      const tried: Tried = JSON.parse(line);
      this.#tried.set(keyOf(tried), tried);
    }
  }

  /**
   * Those of some mutants that were tried before, and those that are left. One that survived fewer stages than asked for is
   * left, with the stages that it has passed.
   */
  split(chosen: readonly Chosen[], stages: number): { readonly tried: Tried[]; readonly left: Chosen[] } {
    const tried: Tried[] = [];
    const left: Chosen[] = [];
    for (const one of chosen) {
      const before = this.#tried.get(keyOf(one));
      if (before === undefined) left.push(one);
      else if (before.killedBy !== undefined || before.isLast || before.passed >= stages) tried.push(before);
      else left.push({ ...one, passed: before.passed });
    }
    return { tried, left };
  }

  add(tried: Tried): void {
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(tried)}\n`);
  }
}

function keyOf({ file, mutant }: Chosen): string {
  return JSON.stringify([file, mutant.at, mutant.from, mutant.to]);
}
