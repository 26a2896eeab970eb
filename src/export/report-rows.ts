import type { Report, ReportRow, ReportScope } from '../../reports/report.ts';
import { cursorRows, type Session } from '../database/store.ts';
import { plainText } from './csv/cell.ts';

/** A report's rows for one scope, in blocks, in constant memory. Call it within a transaction. */
export async function* reportRowBlocks(
  session: Session,
  report: Report,
  scope: ReportScope,
): AsyncGenerator<readonly ReportRow[]> {
  const query = report.select(session.db, scope).compile();
  for await (const rows of cursorRows<ReportRow>(session, query)) {
    yield report.unfold === undefined ? rows : rows.flatMap((row) => report.unfold!(row, scope, plainText));
  }
}
