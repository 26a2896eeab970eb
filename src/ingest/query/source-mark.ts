import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { sha256Of } from '../../sha256.ts';
import { formatReading } from '../cells/format-reading.ts';

/**
 * SHA-256 over all that decides which rows a query gives, and how they become records. After a change all rows are
 * read again, which adds nothing twice.
 * @param address host, port and database
 */
export function queryReading(source: SourceSettings, address: string, settings: Settings): string {
  const { query, watermark, kind, values } = source;
  const columns = Object.entries({ ...settings.map, ...source.columns })
    .filter(([, path]) => typeof path === 'string')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { maxLineBytes } = settings.ingest;
  const parts = {
    address,
    query,
    watermark,
    kind,
    values,
    columns,
    maxLineBytes,
    ...formatReading(source, settings),
  };
  return sha256Of(JSON.stringify(parts));
}

export interface SourceMark {
  /** Undefined until there was a row. */
  readonly watermark: string | undefined;
}

/** How far a query was read in the same way; undefined if it was not. */
export async function findMark(
  session: Session,
  name: string,
  reading: string,
): Promise<SourceMark | undefined> {
  const row = await session.db
    .selectFrom('source_marks')
    .select('watermark')
    .where('name', '=', name)
    .where('reading', '=', reading)
    .executeTakeFirst();
  return row === undefined ? undefined : { watermark: row.watermark ?? undefined };
}

/** Keeps how far a query was read. Only within the transaction that keeps what was read. */
export async function keepMark(
  session: Session,
  name: string,
  reading: string,
  mark: string | undefined,
  readAt: Instant,
): Promise<void> {
  const row = { name, reading, watermark: mark ?? null, read_at: formatInstant(readAt) };
  await session.db
    .insertInto('source_marks')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
