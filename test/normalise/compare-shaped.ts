import { isDeepStrictEqual } from 'node:util';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { ShapedLines } from '../../src/normalise/shaped-lines.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { linesOfDay, mutated, mutationRandom } from './mutated-lines.ts';

export interface ShapedComparison {
  /** Lines that were read by a shape. */
  readonly fast: number;
  /** Mutated lines that were. */
  readonly fastMutated: number;
  readonly differences: readonly string[];
}

/**
 * Reads mutated lines by shapes that were learned on the way, and in full, and compares.
 * @param lines how many mutated lines; each is preceded by the line that it was made of
 */
export function compareShaped(lines: number, seed: number): ShapedComparison {
  const settings = parseSettings({});
  const day = linesOfDay(500, seed);
  const random = mutationRandom(seed);
  const differences: string[] = [];
  let shapes = new ShapedLines(settings);
  let [fast, fastMutated] = [0, 0];
  const check = (line: string): boolean => {
    const known = shapes.read(line);
    const full = normaliseLine(line, settings);
    if (known === undefined) {
      // Shapes of mutated lines are learned too: they are the odd ones.
      shapes.learn(line, full);
      return false;
    }
    if (!isDeepStrictEqual(known, full) && differences.length < 20) differences.push(line);
    return true;
  };
  for (let number = 0; number < lines; number += 1) {
    // Other shapes come first again, so that all kinds of lines are learned.
    if (number % 2_000 === 0) shapes = new ShapedLines(settings);
    const line = day[random.between(0, day.length - 1)]!;
    if (check(line)) fast += 1;
    if (check(mutated(line, random))) fastMutated += 1;
  }
  return { fast, fastMutated, differences };
}
