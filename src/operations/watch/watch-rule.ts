import { chanceOfAtLeast, chanceOfAtMost, chanceOfNone } from './poisson-tail.ts';
import { SLOTS } from './stretches.ts';
import { type Counts, sumOf, weeksOf } from './tally.ts';

/** What a rule is given of the settings: the least number to be expected, and how rare an alarm must be. */
export interface Bounds {
  readonly least: number;
  readonly oneIn: number;
}

/** What a rule says of a group. */
export interface Verdict {
  /** Unusual enough for an alarm; as usual, so that an alarm ends; or neither, so that nothing changes. */
  readonly state: 'unusual' | 'usual' | 'unclear';
  readonly observed: number;
  readonly of: number | null;
  readonly expected: number;
  readonly probability: number;
  /** The slots that were looked at, from the newest up to, but without, the last. */
  readonly firstSlot: number;
  readonly endSlot: number;
}

/** With fewer comparable weeks a group is new, and is not compared. */
export const LEAST_WEEKS = 2;

// How much whole days differ beside chance: what counts for 16 events varies by a quarter of itself, for 200 by a
// fourteenth. Measured by npm run watch-figures.
const CERTAINTY_OF_COUNTS = 16;
const CERTAINTY_OF_SHARES = 200;
const CERTAINTY_OF_RARE_SHARES = 16;

/** Shares are compared over one, three and six hours: large changes show in the first, small ones in the last. */
const WINDOWS = [12, 36, 72];

const MUCH_FEWER = 0.65;
const HARDLY_FEWER = 0.85;
const MANY_MORE = 2;
const HARDLY_MORE = 1.5;
const ORDINARY = 0.01;

export interface Silence {
  /** From which slot on records are there: newer ones are not judged. */
  readonly first: number;
  /** How much of the usual traffic there is, at most 1: a holiday is no outage. */
  readonly factor: number;
}

/** Judges that nothing came since some slot. Of three weeks and more the one with most is left out: it may have been a sale. */
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

/** Whether lately at least half of what was to be expected came. */
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

/** Judges that of what is counted much fewer than usual are as they should be: `part` of `whole`, from slot `first` on. */
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
 * Judges that of what is counted many more than usual are as they should not be: `part` of `whole`.
 * @param worth the share below which it is left to the nightly reports
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

/** The most improbable of those that are unusual; else the newest that is as usual; else that nothing can be told. */
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
