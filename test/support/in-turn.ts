import { sourceDigest } from './source-digest.ts';

/**
 * Of many cases that take long each, those that are tried: all; half of them where tests take turns (TEST_ENGINES is `turns`).
 * Which half follows from their names and the sources, so that each case has its turn as the program changes.
 */
export function inTurn<T>(cases: readonly T[], nameOf: (one: T) => string = String): readonly T[] {
  if (process.env['TEST_ENGINES'] !== 'turns') return cases;
  const drawn = cases
    .map((one, index) => ({ index, key: sourceDigest(nameOf(one)).toString('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, Math.ceil(cases.length / 2));
  return cases.filter((_, at) => drawn.some(({ index }) => index === at));
}
