/** Which worlds the tests play: always the same of one state of the program, and new ones with each change of it. */
import { sourceDigest } from '../support/source-digest.ts';

/** Seeds that were chosen once, for what happens in their worlds. */
export const FIXED_SEEDS: readonly number[] = [41, 43];

/** Seeds that follow from the sources, whichever machine they are on. */
export function newSeeds(count: number): number[] {
  const digest = sourceDigest();
  return Array.from({ length: count }, (_, index) => 1_000_000 + digest.readUInt32BE(4 * index));
}
