/** A cell of a table: a text, which the table's settings say how to read, or a value that has a type already. */
export type Cell = string | TypedCell;

export interface TypedCell {
  /** instant: a time whose offset is that of no place; error: a formula without a value, such as `#N/A`. */
  readonly type: 'number' | 'time' | 'instant' | 'error';
  /** A number as JSON writes it, a time as a log writes it. */
  readonly text: string;
  /** Of a number in a workbook: the day that it counts from, if it is a time. */
  readonly daysFrom?: DayCount;
  /** Of a number in a workbook: how many digits it is shown with at least. */
  readonly shownDigits?: number | undefined;
}

/** The two ways in which workbooks count days: 1 is 1900-01-01, or 0 is 1904-01-01. */
export type DayCount = '1900' | '1904';

export function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}
