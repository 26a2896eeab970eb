import { date } from './columns.ts';
import type { Report, ReportScope } from './report.ts';

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

interface OverDates {
  readonly report: Report;
  readonly scopes: readonly ReportScope[];
}

/** A report in one file over dates, as known at one time. */
export function overDates(report: Report, scopes: readonly ReportScope[]): OverDates {
  return report.ofNoDate === true
    ? { report, scopes: scopes.slice(0, 1) }
    : { report: withReportDate(report), scopes };
}

/**
 * A report as one stream of rows. Of several dates it is like one file over them; but rows of facts, and of a month, say
 * by themselves when they were, and have no further column.
 */
export function inOneStream(report: Report, scopes: readonly ReportScope[]): OverDates {
  const over = overDates(report, scopes);
  const isOfOne = scopes.every(({ date }) => date === scopes[0]!.date);
  return isOfOne || report.fact || report.ofMonth === true ? { ...over, report } : over;
}
