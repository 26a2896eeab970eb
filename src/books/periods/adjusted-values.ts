import { AFTER, BEFORE, type Compared, partOf, placeOf } from '../../../reports/changed-rows.ts';
import { type Column, type ReportRow, type ReportScope, shownColumns } from '../../../reports/report.ts';
import { plainText } from '../../export/csv/cell.ts';

/** Prefix of the columns that hold a row as a version of the closed date shows it. */
export const PUBLISHED = 'published_';

/** What identifies what is adjusted; merchant and order are empty for what belongs to none. */
export interface AdjustedKey {
  readonly merchantId: string;
  readonly orderNo: string;
  /** Which payment, payout or row of a statement it is; empty for an order. */
  readonly item: string;
}

/** A key as one text, to look it up by. */
export function keyText({ orderNo, merchantId, item }: AdjustedKey): string {
  return JSON.stringify([orderNo, merchantId, item]);
}

/**
 * Values that adjustments reported for an order or payment since the date's newest version: the last `current` of each
 * field.
 */
export type Adjusted = ReadonlyMap<string, string>;

/** A field whose reported value differs from its current value. */
export interface AdjustedValue {
  /** A column of the report, or a name for the whole row. */
  readonly field: string;
  readonly previous: string;
  readonly current: string;
}

/** One state of a row, as reported or as it is now: its place (null if it is on no closed date) and its cells. */
export interface Side {
  readonly place: string | null;
  readonly textOf: (column: Column) => string;
}

export const NOWHERE: Side = { place: null, textOf: () => '' };

/**
 * The adjustments of one order or payment of a closed date. They cover each value that differs from the date's version
 * and the adjustments since, so that version and adjustments together give the current values. An order or payment that
 * is added, removed or moved between dates that are adjusted together lists all its values, changed or not.
 * @param pair a row of changedRows
 * @param shown the row by version and adjustments
 * @param isAdjusted whether a place (date and region) is among the dates that are adjusted together
 */
export function adjustedValues(
  pair: ReportRow,
  scope: ReportScope,
  compared: Compared,
  shown: Side,
  isAdjusted: (row: ReportRow) => boolean,
): AdjustedValue[] {
  const { report, date, whole } = compared;
  const before = partOf(pair, BEFORE);
  const after = partOf(pair, AFTER);
  const now: Side = isAdjusted(after) ? sideOf(after, scope, date) : NOWHERE;
  const moved = shown.place !== now.place;
  const values = shownColumns(report, scope)
    .map((column) => ({ column, previous: shown.textOf(column), current: now.textOf(column) }))
    .filter(
      ({ column, previous, current }) =>
        (moved && current !== '') ||
        (previous !== current && !isOnlyWrittenOtherwise(column, report.columns, shown, now)),
    )
    .map(({ column, previous, current }) => ({ field: column.name, previous, current }));
  if (!moved) return values;
  // A row from a date outside these was reported there and is restated there.
  const was = shown.place ?? (isAdjusted(before) ? null : placeOf(before, date));
  return [{ field: whole, previous: was ?? '', current: placeOf(after, date) ?? '' }, ...values];
}

/**
 * A row of a date that is adjusted by itself, as its version and the adjustments since show it.
 * @param pair a row of changedRows with the side {@link PUBLISHED}
 */
export function shownSide(
  pair: ReportRow,
  scope: ReportScope,
  { date, whole }: Compared,
  adjusted: Adjusted,
  isAdjusted: (row: ReportRow) => boolean,
): Side {
  const row = partOf(pair, PUBLISHED);
  const published = isHere(row, scope, date) ? sideOf(row, scope, date) : NOWHERE;
  const moved = adjusted.get(whole);
  const place = moved === undefined ? published.place : adjustedPlace(moved, date, isAdjusted);
  if (place === null) return NOWHERE;
  return { place, textOf: (column) => adjusted.get(column.name) ?? published.textOf(column) };
}

function isHere(row: ReportRow, scope: ReportScope, date: Column): boolean {
  return row[date.name] === scope.date && row['region'] === scope.region;
}

/** The place as an adjustment writes it, if it is among the dates that are adjusted together. */
function adjustedPlace(place: string, date: Column, isAdjusted: (row: ReportRow) => boolean): string | null {
  const [on, folder] = [place.slice(0, 10), place.slice(11)];
  const row: ReportRow = { [date.name]: on, region: folder === 'other' ? '' : folder };
  return place !== '' && isAdjusted(row) ? place : null;
}

function sideOf(row: ReportRow, scope: ReportScope, date: Column): Side {
  return { place: placeOf(row, date), textOf: (column) => plainText(column, row, scope.zoneOf) };
}

/** Whether both cells are the same instant, written in different zones. That is no change. */
function isOnlyWrittenOtherwise(column: Column, columns: readonly Column[], one: Side, other: Side): boolean {
  if (column.kind !== 'local' || one.textOf(column) === '' || other.textOf(column) === '') return false;
  const utc = columns.find(({ kind, from }) => kind === 'utc' && from === column.from);
  return utc !== undefined && one.textOf(utc) === other.textOf(utc);
}
