import { scaleLinear } from 'd3-scale';
import { type Instant, secondsBetween } from '../../normalise/instant.ts';

/** Something to mark on a timeline. */
export interface LayoutMark {
  readonly at: Instant;
  readonly label: string;
  /** Whether it is a limit of time, and nothing that happened. */
  readonly isLimit: boolean;
}

/** One position on the line; marks at the same instant share it. Lengths are in units of the picture. */
export interface Place {
  readonly at: Instant;
  readonly x: number;
  readonly isLimit: boolean;
  /** Each with its row above the line, 0 for the lowest. */
  readonly labels: ReadonlyArray<{ readonly text: string; readonly row: number }>;
}

export interface TimelineLayout {
  readonly places: readonly Place[];
  /** Between each place and the next. */
  readonly gaps: ReadonlyArray<{ readonly seconds: number; readonly middle: number; readonly width: number }>;
  /** Rows of labels. */
  readonly rows: number;
}

export const TIMELINE_WIDTH = 960;
const SIDE = 10;
/** More than the widest letters take on average at the size of the picture's text. */
const LETTER = 7.6;
const LABEL_GAP = 10;
const LEAST_GAP = 14;

/** How wide a text is at most. */
export function textWidth(text: string): number {
  return [...text].length * LETTER;
}

/**
 * Places marks on a line from left to right: distances grow with the logarithm of the duration, and labels, each of which
 * begins at its place, are put into rows in which none covers another label or the stem of one.
 * @param durationOf the text of a duration, which gets room where there is enough
 */
export function timelineLayout(
  marks: readonly LayoutMark[],
  durationOf: (seconds: number) => string,
): TimelineLayout {
  const groups = grouped(marks);
  const widest = Math.max(0, ...marks.map(({ label }) => textWidth(label)));
  const seconds = groups.slice(1).map(({ at }, index) => secondsBetween(groups[index]!.at, at));
  const xs = positions(seconds, durationOf, TIMELINE_WIDTH - 2 * SIDE - widest - LABEL_GAP);
  const rows = new LabelRows();
  const places: Place[] = [];
  // From right to left, so that no label covers the stem of a label to its right.
  for (const [index, { at, marks: own }] of [...groups.entries()].reverse()) {
    const x = xs[index]!;
    const labels = own.map(({ label }) => ({ text: label, row: rows.add(x, textWidth(label)) }));
    rows.addStem(x, Math.max(...labels.map(({ row }) => row)));
    places.unshift({ at, x, labels, isLimit: own.every(({ isLimit }) => isLimit) });
  }
  const gaps = seconds.map((value, index) => {
    const [from, to] = [xs[index]!, xs[index + 1]!];
    return { seconds: value, middle: (from + to) / 2, width: to - from };
  });
  return { places, gaps, rows: rows.count };
}

interface Group {
  readonly at: Instant;
  readonly marks: LayoutMark[];
}

function grouped(marks: readonly LayoutMark[]): Group[] {
  const sorted = marks.toSorted((a, b) => a.at.seconds - b.at.seconds || a.at.micros - b.at.micros);
  const groups: Group[] = [];
  for (const mark of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && secondsBetween(last.at, mark.at) === 0) last.marks.push(mark);
    else groups.push({ at: mark.at, marks: [mark] });
  }
  return groups;
}

/** A position for each place within a width: a least distance each, and a share of the rest by the logarithm. */
function positions(
  seconds: readonly number[],
  durationOf: (seconds: number) => string,
  width: number,
): number[] {
  const roomy = seconds.map((value) => textWidth(durationOf(value)) + LABEL_GAP);
  const least = sum(roomy) <= width ? roomy : seconds.map(() => Math.min(LEAST_GAP, width / seconds.length));
  const weights = seconds.map((value) => Math.log2(2 + value));
  const spare = scaleLinear([0, Math.max(1, sum(weights))], [0, Math.max(0, width - sum(least))]);
  const xs = [SIDE];
  for (const index of seconds.keys()) {
    xs.push(SIDE + sum(least.slice(0, index + 1)) + spare(sum(weights.slice(0, index + 1))));
  }
  return xs;
}

/** Which parts of each row of labels are taken. */
class LabelRows {
  readonly #rows: Array<Array<readonly [from: number, to: number]>> = [];

  get count(): number {
    return this.#rows.length;
  }

  /** Puts a label into the lowest row in which it fits. */
  add(x: number, width: number): number {
    const [from, to] = [x - 2, x + width + LABEL_GAP];
    let row = 0;
    while (this.#rows[row]?.some((taken) => taken[0] < to && from < taken[1])) row += 1;
    this.#take(row, from, to);
    return row;
  }

  /** The line from a place up to its highest label. */
  addStem(x: number, highest: number): void {
    for (let row = 0; row < highest; row += 1) this.#take(row, x - 2, x + 2);
  }

  #take(row: number, from: number, to: number): void {
    while (this.#rows.length <= row) this.#rows.push([]);
    this.#rows[row]!.push([from, to]);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
