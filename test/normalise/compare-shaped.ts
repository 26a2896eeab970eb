import { isDeepStrictEqual } from 'node:util';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { ShapedLines } from '../../src/normalise/shaped-lines.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { linesOfDay, mutated, mutationRandom } from './mutated-lines.ts';

/** Reads lines by the shapes of those before them, and in full, and compares. */
export class ComparedLines {
  readonly differences: string[] = [];
  /** Lines that were read by a shape. */
  fast = 0;
  readonly #settings: Settings;
  #shapes: ShapedLines;

  constructor(settings: Settings = parseSettings({})) {
    this.#settings = settings;
    this.#shapes = new ShapedLines(settings);
  }

  /** Other shapes come first again, so that all kinds of lines are learned. */
  forget(): void {
    this.#shapes = new ShapedLines(this.#settings);
  }

  /** Whether the line was read by a shape. Else its shape is learned, also where it is odd. */
  read(line: string): boolean {
    if (this.readAgain(line)) return true;
    this.#shapes.learn(line, normaliseLine(line, this.#settings));
    return false;
  }

  /** Whether the line was read by a shape. */
  readAgain(line: string): boolean {
    const known = this.#shapes.read(line);
    if (known === undefined) return false;
    const full = normaliseLine(line, this.#settings);
    if (!isDeepStrictEqual(known, full) && this.differences.length < 20) this.differences.push(line);
    this.fast += 1;
    return true;
  }
}

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
  const compared = new ComparedLines();
  const day = linesOfDay(500, seed);
  const random = mutationRandom(seed);
  let fastMutated = 0;
  for (let number = 0; number < lines; number += 1) {
    if (number % 2_000 === 0) compared.forget();
    const line = day[random.between(0, day.length - 1)]!;
    compared.read(line);
    if (compared.read(mutated(line, random))) fastMutated += 1;
  }
  return { fast: compared.fast - fastMutated, fastMutated, differences: compared.differences };
}
