/** One way to read what the interface leaves open, and how well the evidence agrees with it. */
export interface Reading {
  /** @example 'Africa/Cairo', '+08:00', 'minor' */
  readonly name: string;
  /** Whether the settings read so. */
  readonly isInUse: boolean;
  readonly agree: number;
  readonly disagree: number;
  /** Records that this reading cannot read. */
  readonly unreadable: number;
  /** What to set to read so, by its path; empty if it is in use, or if no setting reads so. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** The first record that does not agree. */
  readonly example: Example | null;
}

export interface Example {
  readonly merchantId: string;
  readonly orderNo: string;
  readonly source: string;
  readonly line: number;
  /** The text that was logged. */
  readonly text: string;
  /** What it reads as; null if it cannot be read. */
  readonly readAs: string | null;
  /** What it was compared with. */
  readonly against: string;
}

/**
 * `in_use`: the reading in use agrees best. `other`: another one agrees with clearly more records. `undecided`: another one,
 * which a setting selects, agrees with as many. `nothing`: there is no record to compare.
 */
export const VERDICTS = ['in_use', 'other', 'undecided', 'nothing'] as const;

export type Verdict = (typeof VERDICTS)[number];

export const TOPICS = ['amount_unit', 'callback_offset', 'statement_unit', 'statement_zone'] as const;

export interface Question {
  readonly topic: (typeof TOPICS)[number];
  /** Name of the region. */
  readonly region: string;
  /**
   * Of statements: the table of the setting map, or the source, by which they were read; `statement` for lines, and for files
   * that no table names. Null for callbacks.
   */
  readonly table: string | null;
  /** Records that were compared. */
  readonly compared: number;
  /** Records that the question is about, but that nothing was stored to compare with. */
  readonly alone: number;
  readonly verdict: Verdict;
  /** The one that agrees best first; one in use before others that agree as often. */
  readonly readings: readonly Reading[];
}

/** Collects what the records of a region say about a question. */
export interface Tally<Row> {
  take(row: Row): void;
  question(): Question;
}

/** Counts of one reading while records are taken. */
export class ReadingTally {
  readonly name: string;
  readonly settings: Reading['settings'];
  agree = 0;
  disagree = 0;
  unreadable = 0;
  /** Records that read the same by the reading in use. */
  same = 0;
  #example: Example | null = null;

  constructor(name: string, settings: Reading['settings'] = {}) {
    this.name = name;
    this.settings = settings;
  }

  take(result: 'agree' | 'disagree' | 'unreadable', isSame: boolean, example: () => Example): void {
    this[result] += 1;
    if (isSame) this.same += 1;
    if (result !== 'agree') this.#example ??= example();
  }

  reading(isInUse: boolean): Reading {
    const { name, agree, disagree, unreadable } = this;
    return {
      ...{ name, isInUse, agree, disagree, unreadable },
      ...{ settings: isInUse ? {} : this.settings, example: this.#example },
    };
  }
}

/** Fewer records than one in so many may be wrong themselves: they make no reading better. */
const CLEAR_ONE_IN = 100;

/** The question with its readings in order. */
export function rank(
  asked: Pick<Question, 'topic' | 'region' | 'table' | 'compared' | 'alone'>,
  inUse: ReadingTally,
  others: readonly ReadingTally[],
): Question {
  const { compared } = asked;
  const different = others.filter(({ same }) => same < compared);
  const readings = [inUse.reading(true), ...different.map((one) => one.reading(false))].toSorted(
    (one, other) => other.agree - one.agree || Number(other.isInUse) - Number(one.isInUse),
  );
  const rivals = different.filter(({ same }) => (compared - same) * CLEAR_ONE_IN > compared);
  return { ...asked, verdict: verdictOf(compared, inUse, rivals), readings };
}

function verdictOf(compared: number, inUse: ReadingTally, rivals: readonly ReadingTally[]): Verdict {
  if (compared === 0) return 'nothing';
  if (rivals.some(({ agree }) => (agree - inUse.agree) * CLEAR_ONE_IN > compared)) return 'other';
  // Between the reading in use and one that no setting selects, there is nothing to choose.
  const selectable = rivals.filter(({ settings }) => Object.keys(settings).length > 0);
  return selectable.some(({ agree }) => agree >= inUse.agree) ? 'undecided' : 'in_use';
}
