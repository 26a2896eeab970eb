import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';

/**
 * Keeps how far a source reaches, by what is staged of it. Only within the transaction that keeps the source.
 * @returns how far at the most, in UTC as PostgreSQL writes it
 */
export async function keepCoverage(
  session: Session,
  settings: Settings,
  sourceId: number,
  readAt: Instant,
): Promise<string | undefined> {
  await runSqlFile(session, 'ingest/070_reaches.sql', {
    source: sourceId,
    latest: formatInstant(addSeconds(readAt, settings.allowedSkewSeconds)),
  });
  const { newest } = await session.db
    .selectFrom('source_reaches')
    .select(({ fn }) => fn.max('newest_at').as('newest'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return newest ?? undefined;
}

/** Keeps that a source is complete until a moment, as somebody says; runs from now on know it. */
export async function declareComplete(
  session: Session,
  sourceId: number,
  completeUntil: Instant,
  declaredAt: Instant,
): Promise<void> {
  await runSqlFile(session, 'ingest/080_declaration.sql', {
    source: sourceId,
    complete_until: formatInstant(completeUntil),
    declared_at: formatInstant(declaredAt),
  });
}
