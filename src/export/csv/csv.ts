import { stringify } from 'csv-stringify/sync';
import type { Column, ReportRow } from '../../../reports/report.ts';
import { PROFILES, type Profile } from '../profile.ts';
import { excelCell, excelCsvText } from '../workbook/excel-cell.ts';
import { cellText, kindThere, type ZoneOf } from './cell.ts';

/** Without it Excel reads UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** The header row of a report: RFC 4180, CRLF. */
export function csvHeader(columns: readonly Column[], profile: Profile = PROFILES.standard): string {
  const text = stringify([columns.map((column) => column.name)], optionsOf(profile));
  return profile.forExcel ? `${BYTE_ORDER_MARK}${text}` : text;
}

/** Rows of a report as CSV: RFC 4180, CRLF, with the profile's delimiter and decimals. */
export function csvRows(
  columns: readonly Column[],
  rows: readonly ReportRow[],
  zoneOf: ZoneOf,
  profile: Profile = PROFILES.standard,
): string {
  return stringify(
    rows.map((row) =>
      columns.map((column) => {
        const text = cellText(column, row, zoneOf);
        if (!profile.forExcel) return text;
        const cell = excelCell(kindThere(column, row), text, profile.decimalMark);
        return cell === undefined ? '' : excelCsvText(cell, profile.decimalMark);
      }),
    ),
    optionsOf(profile),
  );
}

/** Cells as CSV of the profile standard. */
export function csvCells(rows: ReadonlyArray<readonly string[]>): string {
  return stringify(rows as string[][], optionsOf(PROFILES.standard));
}

function optionsOf({ delimiter }: Profile) {
  return {
    delimiter,
    record_delimiter: '\r\n',
    // The library quotes a cell that holds the whole record delimiter; RFC 4180 demands it for a lone CR or LF too.
    quoted_match: /[\r\n]/,
  } as const;
}
