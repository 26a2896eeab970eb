import { date } from './columns.ts';
import type { Report } from './report.ts';

const REPORT_DATE = date('report_date', 'The date that the row was reported for');

/** A report with the date of its scope as its last column, so that rows of several dates can stand in one file. */
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
