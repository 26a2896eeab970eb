import { REPORTS } from './all.ts';
import { type Report, type ReportScope, SCHEMA, shownColumns } from './report.ts';

/** Whether what is shown has what is known of statements, and in which schema it is shown: absent, the newest. */
type Shown = Pick<ReportScope, 'ofStatements'> & Partial<Pick<ReportScope, 'schema'>>;

/** The reports that a version has, with the columns that they have there. */
export function shownReports(scope: Shown, reports: readonly Report[] = REPORTS): Report[] {
  return reports
    .filter(({ ofStatements }) => ofStatements !== true || scope.ofStatements)
    .map((report) => shownReport(report, scope));
}

/** A report with the columns that it has in a version, as its schema describes them. */
export function shownReport(report: Report, scope: Shown): Report {
  const { earlier, ...newest } = report;
  const then = earlier?.find(({ upTo }) => (scope.schema ?? SCHEMA) <= upTo);
  const described = then === undefined ? report : { ...newest, ...then };
  return scope.ofStatements ? described : { ...described, columns: shownColumns(described, scope) };
}

/**
 * A report and its scopes, for one file of several scopes: it has the columns of statements if one of them has, and then
 * they are empty in the rows of the others.
 */
export function shownTogether(
  report: Report,
  scopes: readonly ReportScope[],
): { readonly report: Report; readonly scopes: readonly ReportScope[] } {
  const ofStatements = scopes.some((scope) => scope.ofStatements);
  return {
    report: shownReport(report, { ofStatements }),
    scopes: scopesOnce(report, scopes).map((scope) => ({ ...scope, ofStatements })),
  };
}

/**
 * The scopes that a report needs to have each row once: of a report about months, the last date of each month and region;
 * of a list of what is open, the last date of each region.
 */
export function scopesOnce(report: Report, scopes: readonly ReportScope[]): readonly ReportScope[] {
  if (report.ofMonth !== true && report.withEarlier !== true) return scopes;
  const spanOf = ({ date, region }: ReportScope) =>
    report.ofMonth === true ? `${date.slice(0, -3)} ${region}` : region;
  return scopes.filter((one) =>
    scopes.every((other) => spanOf(other) !== spanOf(one) || other.date <= one.date),
  );
}
