import { formatInstant, type Instant, isoSeconds, secondsBetween } from '../../normalise/instant.ts';

/** A labelled instant on a timeline. */
export interface Mark {
  readonly at: Instant;
  /** At most {@link LONGEST_LABEL} printable characters. */
  readonly label: string;
}

export const PICTURE_WIDTH = 78;
export const LONGEST_LABEL = 24;
/** With more instants than this, marks could no longer have one column each. */
export const MOST_INSTANTS = 24;

/** One position on the line. Marks at the same instant share it. */
interface Place {
  readonly at: Instant;
  readonly labels: readonly string[];
}

/**
 * Draws a timeline in plain characters, at most {@link PICTURE_WIDTH} wide. Labels are above the line, durations are on
 * it, and the first and last instant are below. Distances grow with the logarithm of the duration, so that seconds and
 * weeks fit on one line. The part after `now` is dotted. Returns nothing without marks.
 */
export function timelinePicture(marks: readonly Mark[], now?: Instant): string {
  const places = placesOf(marks);
  if (places.length === 0) return '';
  const widest = Math.max(...marks.map(({ label }) => label.length));
  const columns = columnsOf(places, PICTURE_WIDTH - widest + 1);
  const lines = [...labelLines(places, columns), axisLine(places, columns, now), endsLine(places, columns)];
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** A duration in its two largest units, truncated: `58s`, `1m02s`, `15m`, `1h15m`, `9d04h`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return '<1s';
  const whole = Math.floor(seconds);
  const units = [
    { name: 'd', seconds: 86_400 },
    { name: 'h', seconds: 3600 },
    { name: 'm', seconds: 60 },
    { name: 's', seconds: 1 },
  ];
  const first = units.findIndex((unit) => whole >= unit.seconds);
  const { name, seconds: size } = units[first]!;
  const next = units[first + 1];
  const rest = next === undefined ? 0 : Math.floor((whole % size) / next.seconds);
  const more = rest === 0 ? '' : `${String(rest).padStart(2, '0')}${next!.name}`;
  return `${Math.floor(whole / size)}${name}${more}`;
}

function placesOf(marks: readonly Mark[]): Place[] {
  const sorted = marks
    .map((mark, position) => ({ ...mark, position }))
    .sort((a, b) => a.at.seconds - b.at.seconds || a.at.micros - b.at.micros || a.position - b.position);
  const places: Array<{ at: Instant; labels: string[] }> = [];
  for (const { at, label } of sorted) {
    const last = places.at(-1);
    if (last !== undefined && secondsBetween(last.at, at) === 0) last.labels.push(label);
    else places.push({ at, labels: [label] });
  }
  return places;
}

/** A column for each place, in ascending order, all within the width. */
function columnsOf(places: readonly Place[], width: number): number[] {
  const gaps = places.slice(1).map(({ at }, index) => secondsBetween(places[index]!.at, at));
  // Room for the duration with a stroke on either side, if all of them fit.
  const roomy = gaps.map((seconds) => durationText(seconds).length + 3);
  const fits = sum(roomy) <= width - 1;
  const least = fits ? roomy : gaps.map(() => 1);
  const weights = gaps.map((seconds) => Math.log2(2 + seconds));
  const spare = Math.max(0, width - 1 - sum(least));
  let used = 0;
  let weightBefore = 0;
  const columns = [0];
  for (const [index, weight] of weights.entries()) {
    used += least[index]!;
    weightBefore += weight;
    columns.push(used + Math.floor((spare * weightBefore) / sum(weights)));
  }
  return columns;
}

/** Places the labels. Each begins at its column, in the lowest row where it covers no other label or stem. */
function labelLines(places: readonly Place[], columns: readonly number[]): string[] {
  const rows: string[] = [];
  // From right to left, so that no label covers the stem of a label to its right.
  for (const [index, { labels }] of [...places.entries()].reverse()) {
    const column = columns[index]!;
    let row = 0;
    for (const label of labels) {
      while (isTaken(rows[row] ?? '', column, label.length)) row += 1;
      rows[row] = written(rows[row] ?? '', column, label);
      row += 1;
    }
    for (let below = 0; below < row - 1; below += 1) {
      // A cell that is not blank holds another label of the same instant.
      if ((rows[below]?.[column] ?? ' ') === ' ') rows[below] = written(rows[below] ?? '', column, '|');
    }
  }
  return rows.reverse();
}

/** Whether any of a text's cells, or the cell after it, is already used. */
function isTaken(row: string, column: number, length: number): boolean {
  return row.slice(column, column + length + 1).trim() !== '';
}

function written(row: string, column: number, text: string): string {
  const before = row.slice(0, column).padEnd(column);
  return before + text + row.slice(column + text.length);
}

function axisLine(places: readonly Place[], columns: readonly number[], now: Instant | undefined): string {
  let line = 'o';
  for (let index = 1; index < places.length; index += 1) {
    const from = places[index - 1]!.at;
    const room = columns[index]! - columns[index - 1]! - 1;
    const text = durationText(secondsBetween(from, places[index]!.at));
    const stroke = now !== undefined && secondsBetween(now, from) >= 0 ? '.' : '-';
    const shown = text.length + 2 <= room ? text : '';
    const left = Math.floor((room - shown.length) / 2);
    line += `${stroke.repeat(left)}${shown}${stroke.repeat(room - left - shown.length)}o`;
  }
  return line;
}

/** The first instant on the left and the last one on the right, if there is room. */
function endsLine(places: readonly Place[], columns: readonly number[]): string {
  const first = isoSeconds(formatInstant(places[0]!.at).replace('+00', 'Z'));
  if (places.length === 1) return first;
  const last = isoSeconds(formatInstant(places.at(-1)!.at).replace('+00', 'Z'));
  const end = Math.max(columns.at(-1)! + 1, first.length + 2 + last.length);
  return `${first}${last.padStart(end - first.length)}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
