import { type Report, type ReportRow, type ReportScope, shownColumns } from '../../reports/report.ts';
import { scopesOnce } from '../../reports/shown-reports.ts';
import type { Session } from '../database/store.ts';
import { plainText } from './csv/cell.ts';
import { reportRowBlocks } from './report-rows.ts';

/**
 * One row as column names and values. Every value is exact text, so money never becomes a binary float, or null if it
 * does not exist. Texts are as in the log, without the CSV's protection against formulas.
 */
export type RowJson = Readonly<Record<string, string | null>>;

/** A report's rows as JSON values, for one or several scopes. Call it within a transaction. */
export async function* jsonRows(
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
): AsyncGenerator<RowJson> {
  for (const scope of scopesOnce(report, scopes)) {
    for await (const rows of reportRowBlocks(session, report, scope)) {
      for (const row of rows) yield rowJson(report, row, scope);
    }
  }
}

function rowJson(report: Report, row: ReportRow, scope: ReportScope): RowJson {
  const cells = shownColumns(report, scope).map((column) => {
    const value = row[column.from ?? column.name];
    if (value === null || value === undefined) return [column.name, null];
    return [column.name, plainText(column, row, scope.zoneOf)];
  });
  return Object.fromEntries(cells);
}
