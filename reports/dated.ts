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
  if (report.ofNoDate === undefined) return { report: withReportDate(report), scopes };
  return { report: ofAllRuns(report, scopes), scopes: scopes.slice(0, 1) };
}

/** A report of no date that lists for any of these scopes what the runs of all of them list, each row once. */
export function ofAllRuns(report: Report, scopes: readonly ReportScope[]): Report {
  const { ofNoDate } = report;
  const runs = scopes.filter(({ run }, index) => scopes.findIndex((one) => one.run === run) === index);
  if (ofNoDate === undefined || runs.length <= 1) return report;
  return { ...report, select: (db) => ofNoDate(db, runs) };
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
