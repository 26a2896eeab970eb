import { CERTAINTY_OF_COUNTS, chanceOfFew } from '../chance.ts';
import { weeksBefore } from '../normalise/weeks-before.ts';
import { type Stretch, without } from './stretch.ts';
import { type Silence, SLOT_SECONDS, type Tally } from './tally-records.ts';

/** The kinds of record of which gaps are looked for. */
export const COVERED_KINDS = ['pay-in', 'callback', 'statement'] as const;

/** Those that are logged; files are expected of them unless the settings say otherwise. */
export const LOGGED_KINDS = ['pay-in', 'callback'] as const satisfies readonly CoveredKind[];

export type CoveredKind = (typeof COVERED_KINDS)[number];

/**
 * A stretch without any record of a kind, but for a single one or two, in which there would usually have been many, or a file
 * was expected.
 */
export interface Gap extends Stretch {
  readonly kind: CoveredKind;
  /** How many records were to be expected. */
  readonly expected: number;
  /** The first file that is missing; empty if only the silence shows the gap. */
  readonly file: string;
  /** How many files are missing. */
  readonly files: number;
}

/** What is known of a region. */
export interface RegionRecords {
  /** IANA zone, by whose clock weeks are compared. */
  readonly zone: string;
  readonly tallies: Readonly<Record<CoveredKind, Tally>>;
}

/** So many single records do not end a gap. */
const MOST_INSIDE = 2;

/** The kind whose records bring those of a kind. */
const CAUSES: Readonly<Partial<Record<CoveredKind, CoveredKind>>> = {
  callback: 'pay-in',
  statement: 'callback',
};

const WEEKS = [1, 2, 3, 4];
/** With fewer of them, what is usual is also no more than right before and right after. */
const ENOUGH_WEEKS = 3;
const HOUR = 3600;
const DAY = 86_400;
/** The traffic so long before a silence says whether a week can be compared: longer than a weekend without any. */
const TRAFFIC_SECONDS = 2 * DAY;
/** A week with less than this part of the traffic was before the service began, or while it stood still. */
const LEAST_PART = 1 / 50;
/** The traffic before and after a stretch is compared over so long. */
const NEIGHBOUR_SECONDS = { least: HOUR, most: 6 * HOUR };
/** If fewer records were expected there, the traffic counts as usual. */
const TELLING_TRAFFIC = 20;

/**
 * The silent stretches of a region that cannot be chance.
 * @param from only stretches that end later
 * @param empty stretches of a kind of which people declared that there was nothing
 * @param oneIn a gap's silence would come by chance less often than once in so many times
 */
export function findGaps(
  records: RegionRecords,
  from: number,
  empty: (kind: CoveredKind) => readonly Stretch[],
  oneIn: number,
): Gap[] {
  const gaps: Gap[] = [];
  for (const kind of COVERED_KINDS) {
    const silences = [...records.tallies[kind].silences(from)];
    for (let first = 0; first < silences.length; ) {
      const judged = joinedFrom(silences, first)
        .flatMap((one) => judge(records, { kind, ...one, empty: empty(kind) }, gaps))
        .reduce((least, one) => (one.chance < least.chance ? one : least));
      const found = judged.parts.filter(({ chance }) => chance * oneIn < 1);
      for (const { stretch, expected } of found)
        gaps.push({ kind, ...stretch, expected: Math.round(expected), file: '', files: 0 });
      first += found.length === 0 ? 1 : judged.silences;
    }
  }
  return gaps;
}

/**
 * From when on gaps have to be looked for if records or missing files changed at a moment: they may be among what is compared right
 * after a silence before them.
 */
export function firstToJudge(records: RegionRecords, changed: number): number {
  return fromFirstOfChain(records, changed - NEIGHBOUR_SECONDS.most);
}

/**
 * From when on gaps have to be looked for together with those after a moment: silences with only single records between them
 * may be one gap, and a silence is compared with the gaps of other kinds in it.
 */
function fromFirstOfChain(records: RegionRecords, moment: number): number {
  const begins = COVERED_KINDS.map((kind) => {
    let chain: Stretch | undefined;
    for (const silence of records.tallies[kind].silences(Number.NEGATIVE_INFINITY)) {
      chain = { from: chain?.to === silence.from ? chain.from : silence.from, to: silence.to };
      if (chain.to > moment) return chain.from;
    }
    return moment;
  });
  const first = Math.min(moment, ...begins);
  return first < moment ? fromFirstOfChain(records, first) : moment;
}

interface Joined {
  readonly silence: Stretch;
  /** How many silences it is made of. */
  readonly silences: number;
  /** The records between them. */
  readonly inside: number;
}

/** A silence, and those that it makes with the next ones if the records between them are few enough. */
function joinedFrom(silences: readonly Silence[], first: number): Joined[] {
  const { from, to, ended } = silences[first]!;
  const all: Joined[] = [{ silence: { from, to }, silences: 1, inside: 0 }];
  let inside = ended;
  for (let next = first + 1; inside <= MOST_INSIDE && next < silences.length; next += 1) {
    const silence = silences[next]!;
    if (silence.from !== all.at(-1)!.silence.to) break;
    all.push({ silence: { from, to: silence.to }, silences: all.length + 1, inside });
    inside += silence.ended;
  }
  return all;
}

interface Candidate extends Joined {
  readonly kind: CoveredKind;
  readonly empty: readonly Stretch[];
}

/** How probable a silence is, and each part of it that people did not declare. One with records inside is judged as a whole. */
function judge(records: RegionRecords, candidate: Candidate, gaps: readonly Gap[]) {
  const { kind, silence, silences, inside, empty } = candidate;
  const left = without(silence, empty);
  const isWhole = left.length === 1 && left[0]!.from === silence.from && left[0]!.to === silence.to;
  if (inside > 0 && !isWhole) return [];
  const parts = left.map((stretch) => {
    const { expected, past } = usualRecords(records, { kind, stretch, silence }, gaps);
    return { stretch, expected, chance: chanceOfFew(inside, expected, past, CERTAINTY_OF_COUNTS) };
  });
  return [{ silences, parts, chance: Math.min(1, ...parts.map(({ chance }) => chance)) }];
}

/** A stretch of which it is asked what is usual in it. */
export interface Search {
  readonly kind: CoveredKind;
  readonly stretch: Stretch;
  /** The whole silence that the stretch is part of; what is right before and after it is compared. */
  readonly silence: Stretch;
}

interface Usual {
  readonly expected: number;
  /** The number of records from which it is computed. */
  readonly past: number;
}

/**
 * How many records of a kind are usual in a stretch: as many as in the same stretch of the four weeks before, once they
 * are there. Before that, as many as the lower rate right before and right after; of callbacks also no more than the
 * pay-ins of the stretch bring, and of rows of statements no more than its callbacks do. Where fewer than three weeks can be
 * compared, the least of all.
 * @param gaps those of pay-ins and callbacks, whose missing records would have brought others too
 */
export function usualRecords(records: RegionRecords, search: Search, gaps: readonly Gap[]): Usual {
  const weeks = comparableWeeks(records, search);
  const usual = weeks.length === 0 ? [] : [usualOfWeeks(records, search, weeks)];
  if (weeks.length < ENOUGH_WEEKS) {
    usual.push(usualOfNeighbours(records.tallies[search.kind], search));
    const cause = CAUSES[search.kind];
    if (cause !== undefined) usual.push(usualOfCause(records, cause, search, gaps));
  }
  return usual.reduce((least, one) => (one.expected < least.expected ? one : least));
}

/** Which of the four weeks before have traffic like that before the silence, once all four are there. */
function comparableWeeks({ zone, tallies }: RegionRecords, { kind, stretch, silence }: Search): number[] {
  const tally = tallies[kind];
  if (tally.begins > weeksBefore(stretch.from, zone, WEEKS.at(-1)!)) return [];
  const traffic = (from: number, to: number) => tally.between(from - TRAFFIC_SECONDS, to);
  const least = Math.max(MOST_INSIDE, traffic(silence.from, silence.from) * LEAST_PART);
  return WEEKS.filter((week) => {
    const begin = weeksBefore(silence.from, zone, week);
    return traffic(begin, begin + silence.to - silence.from) > least;
  });
}

/**
 * The week with the most is left out if there are enough, because it may have had a sale. Traffic that is lower than usual before
 * and after the stretch lowers what is usual in it: a holiday is not a gap. A stretch is compared with others of its length, also
 * where the clock shows an hour twice.
 */
function usualOfWeeks(
  { zone, tallies }: RegionRecords,
  { kind, stretch, silence }: Search,
  weeks: readonly number[],
): Usual {
  const tally = tallies[kind];
  const counts = (from: number, to: number) =>
    weeks
      .map((week) => {
        const begin = weeksBefore(from, zone, week);
        return tally.between(begin, begin + to - from);
      })
      .toSorted((a, b) => a - b)
      .slice(0, weeks.length < ENOUGH_WEEKS ? undefined : -1);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
  const past = counts(stretch.from, stretch.to);
  if (sum(past) === 0) return { expected: 0, past: 0 };
  const traffic = neighboursOf(tally, silence).map(({ from, to }) => {
    const usual = mean(counts(from, to));
    return usual < TELLING_TRAFFIC ? 1 : tally.between(from, to) / usual;
  });
  return { expected: mean(past) * Math.min(1, Math.max(...traffic)), past: sum(past) };
}

/** Of two stretches with records, the one with the lower rate. */
function usualOfNeighbours(tally: Tally, { stretch, silence }: Search): Usual {
  const rates = neighboursOf(tally, silence).map(({ from, to }) => {
    const past = tally.between(from, to);
    return { past, expected: (past / Math.max(to - from, 1)) * (stretch.to - stretch.from) };
  });
  return rates.reduce((least, one) => (one.expected < least.expected ? one : least));
}

function usualOfCause(
  { tallies }: RegionRecords,
  cause: CoveredKind,
  { kind: sought, stretch, silence }: Search,
  gaps: readonly Gap[],
): Usual {
  const near = neighboursOf(tallies[sought], silence);
  const around = (tally: Tally) => near.reduce((sum, { from, to }) => sum + tally.between(from, to), 0);
  const missing = gaps
    .filter(({ kind, from, to }) => kind === cause && from < stretch.to && to > stretch.from)
    .reduce((sum, gap) => {
      const common = Math.min(gap.to, stretch.to) - Math.max(gap.from, stretch.from);
      return sum + (gap.expected * common) / (gap.to - gap.from);
    }, 0);
  const past = around(tallies[sought]);
  const causes = around(tallies[cause]);
  const share = causes === 0 ? 0 : past / causes;
  return { expected: (tallies[cause].between(stretch.from, stretch.to) + missing) * share, past };
}

/**
 * As long before and after a stretch as it is long, within limits and within what was read; one of them if that ends there. Where
 * records begin less than a slot before it, the one before counts as if all of it had been read: a single record is no traffic.
 */
function neighboursOf(tally: Tally, { from, to }: Stretch): Stretch[] {
  const length = Math.min(Math.max(to - from, NEIGHBOUR_SECONDS.least), NEIGHBOUR_SECONDS.most);
  const read = from - tally.begins;
  const before = {
    from: read >= 0 && read < SLOT_SECONDS ? from - length : from - Math.min(length, read),
    to: from,
  };
  const after = { from: to, to: Math.min(to + length, tally.ends) };
  const long = [before, after].filter((one) => one.to - one.from >= SLOT_SECONDS);
  return long.length > 0 ? long : [before, after];
}
