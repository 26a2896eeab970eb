/** Which worlds the tests play: always the same of one state of the program, and new ones with each change of it. */
import { createHash } from 'node:crypto';
import { filesBelow, readCode } from '../support/code-files.ts';

const SOURCES = ['src', 'sql', 'reports', 'jobs'];

/** Seeds that were chosen once, for what happens in their worlds. */
export const FIXED_SEEDS: readonly number[] = [41, 43];

/** Seeds that follow from the sources, whichever machine they are on. */
export function newSeeds(count: number): number[] {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((folder) => filesBelow(folder, /\.(ts|tsx|sql)$/)))
    hash.update(`${path}\n${readCode(path)}\n`);
  const digest = hash.digest();
  return Array.from({ length: count }, (_, index) => 1_000_000 + digest.readUInt32BE(4 * index));
}
