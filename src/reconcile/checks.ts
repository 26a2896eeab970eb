import { sql } from 'kysely';
import { runSqlFile, type SqlParameters } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { allRegions, type Settings } from '../settings/schema.ts';

/** Runs files of sql/checks. Each returns no row if the books balance. Throws BOOKS_DO_NOT_TIE. */
export async function checkBooks(
  session: Session,
  files: readonly string[],
  parameters: SqlParameters,
): Promise<void> {
  const mistakes: string[] = [];
  for (const file of files) {
    const { rows } = await runSqlFile<{ what: string; expected: string; actual: string }>(
      session,
      file,
      parameters,
    );
    for (const row of rows) mistakes.push(`${row.what}: ${row.actual}, not ${row.expected}`);
  }
  if (mistakes.length === 0) return;
  throw new Fault('BOOKS_DO_NOT_TIE', { found: mistakes.join('; ') });
}

/**
 * Checks for orders of regions that are no longer in the settings; they would be in no report. Throws SETTINGS_INVALID.
 */
export async function checkRegions(session: Session, settings: Settings): Promise<void> {
  const known = allRegions(settings).map(({ name }) => name);
  const unknown = await sql<{ region: string }>`
    select region from work_orders where region <> all (${known}::text[])
    union
    select region from work_callbacks where region <> all (${known}::text[])
    order by region`.execute(session.db);
  if (unknown.rows.length === 0) return;
  throw new Fault('SETTINGS_INVALID', {
    where: 'regions',
    found: `stored records of ${unknown.rows.map((row) => row.region).join(', ')}, which the settings do not name`,
    expected: 'every region that records were read by',
  });
}
