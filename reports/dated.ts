import { date } from './columns.ts';
import type { Report } from './report.ts';

const REPORT_DATE = date('report_date', 'Date of the report that has this row');

/** A report with the date of its scope as its last column, so that one file can have rows of several dates. */
export function withReportDate(report: Report): Report {
  return {
    ...report,
    columns: [...report.columns, REPORT_DATE],
    unfold: (row, scope, cellTextOf) =>
      (report.unfold?.(row, scope, cellTextOf) ?? [row]).map((one) => ({
        ...one,
        [REPORT_DATE.name]: scope.date,
      })),
  };
}
