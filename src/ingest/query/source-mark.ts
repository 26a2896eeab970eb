import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { sha256Of } from '../../sha256.ts';
import { formatReading } from '../cells/format-reading.ts';
import type { ColumnTypes } from './column-types.ts';

/**
 * SHA-256 over all settings that decide which rows a query gives, and how they become records. After a change all rows are
 * read again; where that would add rows of a statement or a bank twice, refusalOfOtherTexts refuses it before.
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
  /** See queryReading. */
  readonly reading: string;
  /** And what else decides the texts of rows. Undefined in marks of versions that did not keep it. */
  readonly types: ColumnTypes | undefined;
  /** Undefined until there was a row. */
  readonly watermark: string | undefined;
}

/** How far a query was read, and in which way; undefined if it was not. */
export async function findMark(session: Session, name: string): Promise<SourceMark | undefined> {
  const row = await session.db
    .selectFrom('source_marks')
    .select(['reading', 'watermark'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [reading = '', types] = row.reading.split(/ (.*)/s);
  return {
    reading,
    types: types === undefined ? undefined : (JSON.parse(types) as ColumnTypes),
    watermark: row.watermark ?? undefined,
  };
}

/** Whether the next reading of a query may begin at its mark. */
export function isReadOn(mark: SourceMark, reading: string, types: ColumnTypes): boolean {
  return mark.reading === reading && (mark.types === undefined || mark.types.watermark === types.watermark);
}

/** Keeps how far a query was read. Only within the transaction that keeps what was read. */
export async function keepMark(
  session: Session,
  name: string,
  { reading, types, watermark }: SourceMark,
  readAt: Instant,
): Promise<void> {
  const row = {
    name,
    // The types follow the digest, so that a store of an older version needs no migration.
    reading: `${reading} ${JSON.stringify(types)}`,
    watermark: watermark ?? null,
    read_at: formatInstant(readAt),
  };
  await session.db
    .insertInto('source_marks')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
