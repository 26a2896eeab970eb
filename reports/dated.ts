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

/** A report in one file over dates. Rows of no date and no region are listed once, however many runs list them. */
export function overDates(report: Report, scopes: readonly ReportScope[]): OverDates {
  const { ofNoDate } = report;
  if (ofNoDate === undefined) return { report: withReportDate(report), scopes };
  const runs = scopes.filter(({ run }, index) => scopes.findIndex((one) => one.run === run) === index);
  const over: Report = runs.length <= 1 ? report : { ...report, select: (db) => ofNoDate(db, runs) };
  return { report: over, scopes: runs.slice(0, 1) };
}

/**
 * A report as one stream of rows. Of several dates it is like one file over them; but rows of facts, and of a month, say
 * by themselves when they were, and have no further column.
 */
export function inOneStream(report: Report, scopes: readonly ReportScope[]): OverDates {
  const isOfOne = scopes.every(({ date }) => date === scopes[0]!.date);
  const saysDate = report.ofNoDate === undefined && (isOfOne || report.fact || report.ofMonth === true);
  return saysDate ? { report, scopes } : overDates(report, scopes);
}
