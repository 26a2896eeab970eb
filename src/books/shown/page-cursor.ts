import { isDate } from '../../normalise/local-date.ts';

/** The position between two rows of a list: the values by which the row before it is sorted. */
export type CursorValues = readonly (string | null)[];

/** Writes a position as a text for an address: base64url of a JSON list. */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Reads a position.
 * @param shapes what each value must look like
 * @returns undefined for a text that is no position of this list; the list then begins at its first row
 */
export function decodeCursor(
  cursor: string | undefined,
  shapes: ReadonlyArray<(text: string) => boolean>,
): CursorValues | undefined {
  if (cursor === undefined) return undefined;
  const values = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(values) || values.length !== shapes.length) return undefined;
  const fits = (value: unknown, index: number) =>
    value === null || (typeof value === 'string' && !value.includes('\0') && shapes[index]!(value));
  return values.every(fits) ? values : undefined;
}

/** Whether a text is a value of a type as PostgreSQL writes it. */
export const SHAPES = {
  text: () => true,
  numeric: (text: string) => /^-?\d{1,40}(?:\.\d{1,20})?$/.test(text),
  date: isDate,
  timestamptz: (text: string) =>
    /^.{10} (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00$/.test(text) && isDate(text.slice(0, 10)),
  uuid: (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
} as const;

export type Shape = keyof typeof SHAPES;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Position after the last row; null if there are no more. */
  readonly nextCursor: string | null;
  /** Position before the first row, to be given as `before`; null on the first page. */
  readonly previousCursor: string | null;
}

/** Which page of a list: the rows after a position, or those right before it, or the first ones. */
export interface PageRequest {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Most rows of a page. */
  readonly limit: number;
}

/**
 * Cuts a page from rows in the direction of reading.
 * @param found up to limit + 1 rows, the nearest to the position first
 * @param isBackwards whether they are before the position
 * @param hasPosition whether the request named a position
 */
export function pageOf<Row>(
  found: readonly Row[],
  { limit, isBackwards, hasPosition }: { limit: number; isBackwards: boolean; hasPosition: boolean },
  cursorOf: (row: Row) => CursorValues,
): Page<Row> {
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackwards) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  const hasNext = isBackwards || hasMore;
  const hasPrevious = isBackwards ? hasMore : hasPosition;
  return {
    rows,
    nextCursor: hasNext && last !== undefined ? encodeCursor(cursorOf(last)) : null,
    previousCursor: hasPrevious && first !== undefined ? encodeCursor(cursorOf(first)) : null,
  };
}
