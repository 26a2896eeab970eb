import { runSqlFile, type SqlParameters } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';

/** Runs files of sql/checks: each returns no row when the books tie. Throws BOOKS_DO_NOT_TIE. */
export async function checkBooks(
  session: Session,
  checks: readonly string[],
  parameters: SqlParameters,
): Promise<void> {
  const mistakes: string[] = [];
  for (const check of checks) {
    const { rows } = await runSqlFile<{ what: string; expected: string; actual: string }>(
      session,
      `checks/${check}`,
      parameters,
    );
    for (const row of rows) mistakes.push(`${row.what}: ${row.actual}, not ${row.expected}`);
  }
  if (mistakes.length === 0) return;
  throw new Fault('BOOKS_DO_NOT_TIE', { found: mistakes.join('; ') });
}
