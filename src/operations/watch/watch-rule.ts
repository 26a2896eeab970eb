import { CERTAINTY_OF_COUNTS, chanceOfAtLeast, chanceOfAtMost, chanceOfNone } from '../../chance.ts';
import { SLOTS } from './stretches.ts';
import { type Counts, sumOf, weeksOf } from './tally.ts';

/** The limits of the settings: the least expected number, and how rare an alarm must be. */
export interface Bounds {
  readonly least: number;
  readonly oneIn: number;
}

/** The result of a rule for a group. */
export interface Verdict {
  /** `unusual` raises an alarm, `usual` ends one, `unclear` changes nothing. */
  readonly state: 'unusual' | 'usual' | 'unclear';
  readonly observed: number;
  readonly of: number | null;
  readonly expected: number;
  readonly probability: number;
  /** The slots compared, from the newest up to but not including the last. */
  readonly firstSlot: number;
  readonly endSlot: number;
}

/** A group with fewer comparable weeks is new and is not compared. */
export const LEAST_WEEKS = 2;

// How much whole days differ in addition to chance: a certainty of 200 events allows a variation of a fourteenth. Measured
// by npm run watch-figures.
const CERTAINTY_OF_SHARES = 200;
const CERTAINTY_OF_RARE_SHARES = 16;

/** Shares are compared over one, three and six hours. Large changes show in the first, small ones in the last. */
const WINDOWS = [12, 36, 72];

const MUCH_FEWER = 0.65;
const HARDLY_FEWER = 0.85;
const MANY_MORE = 2;
const HARDLY_MORE = 1.5;
const ORDINARY = 0.01;

export interface Silence {
  /** The newest slot with records; newer slots are not judged. */
  readonly first: number;
  /** Ratio of today's traffic to the usual one, at most 1: a holiday is not an outage. */
  readonly factor: number;
}

/**
 * Judges whether nothing has arrived since some slot. With three or more weeks, the week with the most is left out,
 * because it may have had a sale.
 */
export function judgeSilence(counts: Counts, { first, factor }: Silence, bounds: Bounds): Verdict {
  const weeks = weeksOf(counts);
  let quiet = first;
  while (quiet < SLOTS && counts[quiet] === 0) quiet += 1;
  const { expected, past } = usualCount(counts, first, quiet, factor);
  const probability = chanceOfNone(expected, past, CERTAINTY_OF_COUNTS);
  const verdict = { observed: 0, of: null, expected, probability, firstSlot: first, endSlot: quiet };
  if (weeks < LEAST_WEEKS) return { ...verdict, state: 'unclear' };
  if (expected >= bounds.least && probability * bounds.oneIn < 1) return { ...verdict, state: 'unusual' };
  return { ...verdict, state: isLively(counts, { first, factor }, bounds) ? 'usual' : 'unclear' };
}

/** Whether at least half of the expected number arrived recently. */
function isLively(counts: Counts, { first, factor }: Silence, { least }: Bounds): boolean {
  let end = first + 1;
  while (end < SLOTS && usualCount(counts, first, end, factor).expected < least) end += 1;
  const observed = sumOf(counts, 0, first, end);
  return observed > 0 && observed >= usualCount(counts, first, end, factor).expected / 2;
}

function usualCount(counts: Counts, first: number, end: number, factor: number) {
  const sums = Array.from({ length: weeksOf(counts) }, (_, at) => sumOf(counts, at + 1, first, end));
  const kept = sums.length > LEAST_WEEKS ? sums.toSorted((a, b) => a - b).slice(0, -1) : sums;
  const past = kept.reduce((sum, one) => sum + one, 0);
  return { expected: kept.length === 0 ? 0 : (past / kept.length) * factor, past };
}

/** Judges whether a good share, `part` of `whole`, is much lower than usual, from slot `first` on. */
export function judgeFewer(part: Counts, whole: Counts, first: number, bounds: Bounds): Verdict {
  return worst(
    windowsOf(part, whole, first).map(({ now, past, ...slots }) => {
      const expected = (now.whole * past.part) / past.whole;
      const probability = chanceOfAtMost(now, past, CERTAINTY_OF_SHARES);
      const isEnough = expected >= bounds.least;
      const isUnusual = now.part <= expected * MUCH_FEWER && probability * bounds.oneIn < 1;
      const isUsual = now.part >= expected * HARDLY_FEWER || probability > ORDINARY;
      const state = !isEnough ? 'unclear' : isUnusual ? 'unusual' : isUsual ? 'usual' : 'unclear';
      return { state, observed: now.part, of: now.whole, expected, probability, ...slots };
    }),
  );
}

/**
 * Judges whether a bad share, `part` of `whole`, is much higher than usual.
 * @param worth the share below which no alarm is raised and the nightly reports suffice
 */
export function judgeMore(part: Counts, whole: Counts, worth: number, bounds: Bounds): Verdict {
  return worst(
    windowsOf(part, whole, 0).map(({ now, past, ...slots }) => {
      const expected = (now.whole * past.part) / past.whole;
      const probability = chanceOfAtLeast(now, past, CERTAINTY_OF_RARE_SHARES);
      const isUnusual =
        now.part >= Math.max(bounds.least, now.whole * worth, expected * MANY_MORE) &&
        probability * bounds.oneIn < 1;
      const isFew = now.part <= Math.max((now.whole * worth) / 2, expected * HARDLY_MORE);
      const isUsual = now.whole >= bounds.least && (isFew || probability > ORDINARY);
      const state = isUnusual ? 'unusual' : isUsual ? 'usual' : 'unclear';
      return { state, observed: now.part, of: now.whole, expected, probability, ...slots };
    }),
  );
}

function windowsOf(part: Counts, whole: Counts, first: number) {
  const weeks = weeksOf(whole);
  if (weeks < LEAST_WEEKS) return [];
  return WINDOWS.map((length) => {
    const end = Math.min(first + length, SLOTS);
    const before = { part: 0, whole: 0 };
    for (let week = 1; week <= weeks; week += 1) {
      before.part += sumOf(part, week, first, end);
      before.whole += sumOf(whole, week, first, end);
    }
    const now = { part: sumOf(part, 0, first, end), whole: sumOf(whole, 0, first, end) };
    return { now, past: before, firstSlot: first, endSlot: end };
  }).filter(({ past }) => past.whole > 0);
}

/** The most improbable unusual verdict; otherwise the newest usual one; otherwise an unclear one. */
function worst(verdicts: readonly Verdict[]): Verdict {
  const unusual = verdicts.filter(({ state }) => state === 'unusual');
  const least = Math.min(...unusual.map(({ probability }) => probability));
  const found = unusual.find(({ probability }) => probability === least);
  const clear = verdicts.find(({ state }) => state === 'usual');
  return found ?? clear ?? { ...UNCLEAR, ...verdicts.at(-1), state: 'unclear' };
}

const UNCLEAR: Verdict = {
  ...{ state: 'unclear', observed: 0, of: 0, expected: 0, probability: 1 },
  ...{ firstSlot: 0, endSlot: SLOTS },
};
