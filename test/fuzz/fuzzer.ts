import { createRandom, type Random } from '../../src/simulate/random.ts';
import type { Coverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';

export interface Fuzzing {
  readonly seed: number;
  /** Asked before each execution with the number of those before it. */
  goesOn(executions: number): boolean;
}

export interface Found {
  readonly input: Buffer;
  readonly error: Error;
}

export interface FuzzResult {
  readonly executions: number;
  /** Inputs that reached something new. */
  readonly kept: number;
  /** Statements, functions and branches that were reached. */
  readonly reached: number;
  /** The slowest execution. */
  readonly slowest: { readonly milliseconds: number; readonly input: Buffer };
  /** The first input that failed, made short. */
  readonly found: Found | undefined;
}

/** Of the inputs kept, those kept last are chosen so often. */
const NEWEST_SHARE = 0.5;
const NEWEST = 16;

/**
 * Runs a target on its seeds, and then on mutated ones. An input that reaches new code is mutated further. The same seed
 * and number of executions always give the same result, but for times.
 */
export async function fuzz(
  target: Target,
  coverage: Coverage,
  { seed, goesOn }: Fuzzing,
): Promise<FuzzResult> {
  const random = createRandom(seed, 11);
  random.seek(0);
  const words = target.words.map((word) => Buffer.from(word));
  const seeds = target.seeds.map((text) => Buffer.from(text as string));
  const kept: Buffer[] = [];
  let executions = 0;
  let slowest: FuzzResult['slowest'] = { milliseconds: 0, input: Buffer.alloc(0) };
  const take = async (input: Buffer): Promise<Found | undefined> => {
    executions += 1;
    const from = performance.now();
    const error = await failureOf(target, input);
    const milliseconds = performance.now() - from;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, input };
    if (coverage.takeNew()) kept.push(input);
    return error === undefined ? undefined : { input: await shortened(target, input), error };
  };
  const result = (found?: Found): FuzzResult => ({
    ...{ executions, kept: kept.length, reached: coverage.reached(), slowest, found },
  });
  // What modules do when they are loaded is no coverage of an input.
  coverage.takeNew();
  for (const input of [Buffer.alloc(0), ...seeds]) {
    const found = await take(input);
    if (found !== undefined) return result(found);
  }
  const inputs = () => (kept.length > 0 ? kept : seeds);
  while (goesOn(executions)) {
    const found = await take(mutate(chosen(inputs(), random), words, inputs(), random));
    if (found !== undefined) return result(found);
  }
  return result();
}

async function failureOf(target: Target, input: Buffer): Promise<Error | undefined> {
  try {
    await target.run(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function chosen(inputs: readonly Buffer[], random: Random): Buffer {
  const first = random.chance(NEWEST_SHARE) ? Math.max(0, inputs.length - NEWEST) : 0;
  return inputs[random.between(first, inputs.length - 1)]!;
}

/** Leaves out of a failing input what it fails without. */
async function shortened(target: Target, input: Buffer): Promise<Buffer> {
  let shortest = input;
  for (let length = input.length >> 1; length > 0; length >>= 1) {
    for (let at = 0; at < shortest.length; ) {
      const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + length)]);
      if ((await failureOf(target, shorter)) === undefined) at += length;
      else shortest = shorter;
    }
  }
  return shortest;
}
