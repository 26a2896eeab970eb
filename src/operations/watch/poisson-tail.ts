/**
 * How probable what was seen is, were all as in the weeks before. Counts of real payments vary more from day to day than
 * chance alone would have it, so that past events, however many, are taken for no more than some: their `certainty`.
 */

/**
 * The probability that nothing comes where so much was to be expected: of two Poisson counts with `past` events in the
 * comparable weeks, that none of all falls into today. With m weeks, and `expected = past / m`: (m / (m + 1)) ** past.
 * @param past how many events the expectation is drawn from; above `certainty` they count for that many
 * @example chanceOfNone(10, 40, 1000) // 0.8 ** 40, 0.000133
 */
export function chanceOfNone(expected: number, past: number, certainty: number): number {
  const shape = Math.min(past, certainty);
  if (expected <= 0 || shape <= 0) return 1;
  return Math.exp(-shape * Math.log1p(expected / shape));
}

/** A share as the weeks before had it: so many, of so many. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** The probability of at most `part` of `whole`, where the share is as it was (beta-binomial: Bayes' rule of succession). */
export function chanceOfAtMost(now: Share, past: Share, certainty: number): number {
  const [alpha, beta] = weights(past, certainty);
  return lowerTail(now.part, now.whole, alpha, beta);
}

/** The probability of at least `part` of `whole`, where the share is as it was. */
export function chanceOfAtLeast(now: Share, past: Share, certainty: number): number {
  const [alpha, beta] = weights(past, certainty);
  return lowerTail(now.whole - now.part, now.whole, beta, alpha);
}

/**
 * What the weeks before count for: so much that the share itself varies by `1 / sqrt(certainty)` of itself. A share near to
 * the whole has no room to vary by so much; it counts for a quarter of the certainty at least.
 */
function weights({ part, whole }: Share, certainty: number): [number, number] {
  const most = Math.max((certainty * (whole - part)) / part, certainty / 4);
  const scale = whole > most ? most / whole : 1;
  return [part * scale + 1, (whole - part) * scale + 1];
}

/** Sums from the greatest term down, each by its ratio to the one before: nothing underflows that matters. */
function lowerTail(most: number, whole: number, alpha: number, beta: number): number {
  if (most >= whole) return 1;
  const mean = (whole * alpha) / (alpha + beta);
  if (most > mean) return 1 - lowerTail(whole - most - 1, whole, beta, alpha);
  let term = 1;
  let sum = 1;
  for (let count = most; count > 0 && term > sum * 1e-17; count -= 1) {
    term *= (count / (whole - count + 1)) * ((whole - count + beta) / (count - 1 + alpha));
    sum += term;
  }
  const first =
    logChoose(whole, most) +
    logBeta(most + alpha, whole - most + beta) -
    logBeta(alpha, beta) +
    Math.log(sum);
  return Math.min(1, Math.exp(first));
}

function logChoose(whole: number, part: number): number {
  return logGamma(whole + 1) - logGamma(part + 1) - logGamma(whole - part + 1);
}

function logBeta(alpha: number, beta: number): number {
  return logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta);
}

/** Stirling's series, for arguments above 0; those below 10 are moved up by the recurrence, so that five terms do. */
export function logGamma(x: number): number {
  let product = 1;
  let z = x;
  for (; z < 10; z += 1) product *= z;
  const inverse = 1 / (z * z);
  const series =
    (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / z;
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
