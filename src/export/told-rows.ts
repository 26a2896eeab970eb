import type { Report, ReportScope } from '../../reports/report.ts';
import { cursorRows, type Session } from '../database/store.ts';
import { cellText, plainText, type ReportRow } from './cell.ts';

/**
 * One row by the names of its columns: every cell as its exact text (money never becomes a binary float), null for
 * what does not exist. Texts stand as they are in the log, without the CSV's guard against formulas.
 */
export type ToldRow = Readonly<Record<string, string | null>>;

/** A report's rows for a program, over one scope or several. Only within a transaction. */
export async function* toldRows(
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
): AsyncGenerator<ToldRow> {
  for (const scope of scopes) {
    const query = report.select(session.db, scope).compile();
    for await (const rows of cursorRows<ReportRow>(session, query)) {
      for (const row of rows) yield toldRow(report, row, scope);
    }
  }
}

function toldRow(report: Report, row: ReportRow, scope: ReportScope): ToldRow {
  const cells = report.columns.map((column) => {
    const value = row[column.from ?? column.name];
    if (value === null || value === undefined) return [column.name, null];
    const text = column.kind === 'text' ? plainText(column, row) : cellText(column, row, scope.zoneOf);
    return [column.name, text];
  });
  return Object.fromEntries(cells);
}
