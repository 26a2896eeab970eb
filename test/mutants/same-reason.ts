import type { Equivalent } from './equivalent.ts';

/** Changes of one file that nobody can notice for one reason; `places` is how many equal lines, or places of a line, it has. */
export function same(
  file: string,
  why: string,
  changes: ReadonlyArray<readonly [line: string, from: string, to: string, places?: number]>,
): Equivalent[] {
  return changes.map(([line, from, to, places]) => ({
    ...{ file, line, from, to, why },
    ...(places === undefined ? {} : { places }),
  }));
}
