import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOfAtLeast, chanceOfAtMost, chanceOfNone, logGamma } from '../src/chance.ts';

/** So certain that the counts of the weeks before stand as they are. */
const CERTAIN = 1e12;

describe('the probability that nothing comes', () => {
  it('is that of two Poisson counts: none of all events falls into one of m + 1 equal times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }), (weeks, past) => {
        const exact = ratio(BigInt(weeks) ** BigInt(past), BigInt(weeks + 1) ** BigInt(past));
        close(chanceOfNone(past / weeks, past, CERTAIN), exact);
      }),
    );
  });

  it('is greater the less is certain, and never below what chance alone would have it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1e6, noNaN: true }),
        fc.integer({ min: 1, max: 1e6 }),
        (expected, past) => {
          const chance = chanceOfNone(expected, past, 16);
          expect(chance).toBeGreaterThanOrEqual(chanceOfNone(expected, past, 64));
          expect(chance).toBeGreaterThanOrEqual(Math.exp(-expected));
          expect(chance).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is certain where nothing was to be expected', () => {
    expect([chanceOfNone(0, 0, 16), chanceOfNone(0, 5, 16), chanceOfNone(3, 0, 16)]).toEqual([1, 1, 1]);
  });
});

const shares = fc
  .record({ whole: fc.integer({ min: 1, max: 60 }), past: fc.integer({ min: 1, max: 60 }) })
  .chain(({ whole, past }) =>
    fc.record({
      now: fc.record({ part: fc.integer({ min: 0, max: whole }), whole: fc.constant(whole) }),
      past: fc.record({ part: fc.integer({ min: 0, max: past }), whole: fc.constant(past) }),
    }),
  );

describe('the probability of a share', () => {
  it('is the sum of exact fractions', () => {
    fc.assert(
      fc.property(shares, ({ now, past }) => {
        const terms = Array.from({ length: now.whole + 1 }, (_, part) => exactTerm(part, now.whole, past));
        const sum = (list: typeof terms) => list.reduce((total, one) => total + one, 0n);
        const all = sum(terms);
        close(chanceOfAtMost(now, past, CERTAIN), ratio(sum(terms.slice(0, now.part + 1)), all));
        close(chanceOfAtLeast(now, past, CERTAIN), ratio(sum(terms.slice(now.part)), all));
      }),
    );
  });

  it('of at most so many and of at least one more come to one', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 4, max: 400 }), ({ now, past }, certainty) => {
        const more =
          now.part + 1 > now.whole ? 0 : chanceOfAtLeast({ ...now, part: now.part + 1 }, past, certainty);
        expect(chanceOfAtMost(now, past, certainty) + more).toBeCloseTo(1, 9);
      }),
    );
  });

  it('grows with what is seen', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 4, max: 400 }), ({ now, past }, certainty) => {
        fc.pre(now.part > 0);
        const fewer = chanceOfAtMost({ ...now, part: now.part - 1 }, past, certainty);
        expect(fewer).toBeLessThan(chanceOfAtMost(now, past, certainty) + 1e-12);
      }),
    );
  });

  it('does no harm where there are millions', () => {
    const past = { part: 27_200_000, whole: 40_000_000 };
    const usual = chanceOfAtMost({ part: 6_800_000, whole: 10_000_000 }, past, 100);
    const halved = chanceOfAtMost({ part: 3_400_000, whole: 10_000_000 }, past, 100);
    expect(usual).toBeGreaterThan(0.3);
    expect(usual).toBeLessThan(0.7);
    expect(halved).toBeGreaterThan(0);
    expect(halved).toBeLessThan(1e-3);
    expect(chanceOfAtMost({ part: 0, whole: 10_000_000 }, past, CERTAIN)).toBe(0);
  });

  it('of all, or of none, is told without a number that is none', () => {
    for (const past of [
      { part: 0, whole: 500 },
      { part: 500, whole: 500 },
      { part: 0, whole: 0 },
    ]) {
      for (const now of [
        { part: 0, whole: 0 },
        { part: 0, whole: 40 },
        { part: 40, whole: 40 },
      ]) {
        for (const chance of [chanceOfAtMost(now, past, 100), chanceOfAtLeast(now, past, 100)]) {
          expect(chance).toBeGreaterThan(0);
          expect(chance).toBeLessThanOrEqual(1);
        }
      }
    }
  });
});

it('the logarithm of gamma is that of factorials', () => {
  let factorial = 1n;
  for (let whole = 1; whole <= 150; whole += 1) {
    factorial *= BigInt(whole);
    expect(logGamma(whole + 1)).toBeCloseTo(Math.log(Number(factorial)), 10);
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
});

/** In proportion to the beta-binomial probability of `part`, a whole number: the constant that they share is left out. */
function exactTerm(part: number, whole: number, past: { part: number; whole: number }): bigint {
  const factorial = (n: number) =>
    Array.from({ length: n }, (_, at) => BigInt(at + 1)).reduce((a, b) => a * b, 1n);
  const choose = factorial(whole) / (factorial(part) * factorial(whole - part));
  return choose * factorial(part + past.part) * factorial(whole - part + past.whole - past.part);
}

/** A fraction as a number, of parts beyond what numbers hold. */
function ratio(numerator: bigint, denominator: bigint): number {
  const shift = BigInt(Math.max(0, denominator.toString(2).length - numerator.toString(2).length)) + 64n;
  return Number((numerator << shift) / denominator) / 2 ** Number(shift);
}

function close(actual: number, exact: number): void {
  expect(Math.abs(actual - exact)).toBeLessThanOrEqual(exact * 1e-9 + 1e-15);
}
