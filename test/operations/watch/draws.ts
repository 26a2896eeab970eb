import type { Random } from '../../../src/simulate/random.ts';

/** A number of the standard normal distribution (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
}

/** A factor around 1 whose logarithm has the given standard deviation. */
export function around(random: Random, deviation: number): number {
  return Math.exp(deviation * normal(random) - (deviation * deviation) / 2);
}

/** A count of the Poisson distribution. */
export function poisson(random: Random, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.unit(); product > limit; product *= random.unit()) count += 1;
  return count;
}
