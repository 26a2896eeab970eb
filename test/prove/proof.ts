/** What a proof counts: `cases`, `faults`, `executions` and so on, by their plural. */
export type Counts = Readonly<Record<string, number>>;

/** How much is tried: a sample in seconds, what fits into half an hour, or everything. */
export type Size = 'tiny' | 'usual' | 'all';

/** One call of an npm script. */
export interface Call {
  readonly script: string;
  readonly parameters?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Proof {
  readonly name: string;
  calls(size: Size, seed: number): readonly Call[];
  /** What a call has tried, by what it printed. Calls that failed are not counted. */
  count(output: string, call: Call): Counts;
}

export interface Result {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly counts: Counts;
  readonly seconds: number;
}

/** Tests that passed and failed, by the last line of what prints one; any other call is one test. */
export function testsOf(output: string, isSuccess: boolean): Omit<Result, 'name' | 'counts' | 'seconds'> {
  const said = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(output.trimEnd().split('\n').at(-1)!);
  const [passed, failed, skipped] =
    said === null ? [1, 0, 0] : [1, 2, 3].map((part) => Number(said[part] ?? 0));
  if (isSuccess) return { passed: passed!, failed: failed!, skipped: skipped! };
  return { passed: said === null ? 0 : passed!, failed: Math.max(1, failed!), skipped: skipped! };
}

/** Sum of counts that have the same name. */
export function sumOf(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const counts of all)
    for (const [name, number] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + number;
  return sum;
}

/** The sum of all numbers that a pattern finds in a text; without a group the number of its finds. */
export function numbersIn(output: string, pattern: RegExp): number {
  return [...output.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number ?? 1), 0);
}
