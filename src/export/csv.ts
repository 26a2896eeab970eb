import { stringify } from 'csv-stringify/sync';
import type { Column } from '../../reports/report.ts';
import { cellText, type ReportRow, type ZoneOf } from './cell.ts';

const OPTIONS = {
  record_delimiter: '\r\n',
  // The library quotes a cell that holds the whole record delimiter; RFC 4180 wants it for a lone CR or LF too.
  quoted_match: /[\r\n]/,
} as const;

/** The header row of a report: RFC 4180, CRLF. */
export function csvHeader(columns: readonly Column[]): string {
  return stringify([columns.map((column) => column.name)], OPTIONS);
}

/** Rows of a report as CSV: RFC 4180, comma, CRLF, dot decimals. */
export function csvRows(columns: readonly Column[], rows: readonly ReportRow[], zoneOf: ZoneOf): string {
  return stringify(
    rows.map((row) => columns.map((column) => cellText(column, row, zoneOf))),
    OPTIONS,
  );
}
