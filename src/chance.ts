/**
 * The probability of an observation if everything is as in the weeks before. Counts of real payments vary more from day
 * to day than chance explains. Past events therefore count for at most a fixed number, their `certainty`.
 */

/**
 * How many past events of a count tell at most: 16 allow that whole days differ by a quarter in addition to chance.
 * Measured by npm run watch-figures.
 */
export const CERTAINTY_OF_COUNTS = 16;

/**
 * The probability that nothing arrives although `expected` events are expected. Of two Poisson counts, with `past`
 * events in m comparable weeks, it is the probability that none of all events falls on today. It is (m / (m + 1)) **
 * past, because `expected` is past / m.
 * @param past number of events from which the expectation is computed; at most `certainty` of them count
 * @example chanceOfNone(10, 40, 1000) // 0.8 ** 40, 0.000133
 */
export function chanceOfNone(expected: number, past: number, certainty: number): number {
  const shape = Math.min(past, certainty);
  if (expected <= 0 || shape <= 0) return 1;
  return Math.exp(-shape * Math.log1p(expected / shape));
}

/**
 * The probability that at most `most` events arrive although `expected` are expected (negative binomial, of which
 * {@link chanceOfNone} is the first term).
 * @example chanceOfFew(1, 10, 40, 1000) // 0.8 ** 40 * (1 + 40 * 0.2), 0.0012
 */
export function chanceOfFew(most: number, expected: number, past: number, certainty: number): number {
  const shape = Math.min(past, certainty);
  const none = chanceOfNone(expected, past, certainty);
  if (none === 1) return 1;
  let term = 1;
  let sum = 1;
  for (let count = 1; count <= most; count += 1) {
    term *= ((shape + count - 1) / count) * (expected / (expected + shape));
    sum += term;
  }
  return none * sum;
}

/** A share of the weeks before: `part` of `whole`. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/**
 * The probability of at most `part` of `whole` if the share has not changed (beta-binomial: Bayes' rule of succession).
 */
export function chanceOfAtMost(now: Share, past: Share, certainty: number): number {
  const [alpha, beta] = weights(past, certainty);
  return lowerTail(now.part, now.whole, alpha, beta);
}

/** The probability of at least `part` of `whole` if the share has not changed. */
export function chanceOfAtLeast(now: Share, past: Share, certainty: number): number {
  const [alpha, beta] = weights(past, certainty);
  return lowerTail(now.whole - now.part, now.whole, beta, alpha);
}

/**
 * The weight of the weeks before, chosen so that the share varies by `1 / sqrt(certainty)` of itself. A share near 1
 * cannot vary that much; it has at least a quarter of the certainty.
 */
function weights({ part, whole }: Share, certainty: number): [number, number] {
  const most = Math.max((certainty * (whole - part)) / part, certainty / 4);
  const scale = whole > most ? most / whole : 1;
  return [part * scale + 1, (whole - part) * scale + 1];
}

/**
 * Sums from the largest term down, each term from the one before by their ratio, so that no significant term
 * underflows.
 */
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

/** Stirling's series for arguments above 0. The recurrence raises arguments below 10, so that five terms are enough. */
export function logGamma(x: number): number {
  let product = 1;
  let z = x;
  for (; z < 10; z += 1) product *= z;
  const inverse = 1 / (z * z);
  const series =
    (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / z;
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
