import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { sha256Of } from '../../sha256.ts';
import { formatReading } from '../cells/format-reading.ts';

/**
 * SHA-256 over all settings that decide which rows a query gives, and how they become records. After a change all rows are
 * read again; where that may add rows of a statement or a bank twice, refuseOtherRows refuses it.
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
  /** The type of the watermark; undefined in marks of versions that did not keep it. */
  readonly type: string | undefined;
  /** See textsDigest; undefined in marks of versions that did not keep it. */
  readonly texts: string | undefined;
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
  const [reading = '', texts = '', ...type] = row.reading.split(' ');
  return {
    reading,
    texts: texts === '' ? undefined : texts,
    type: type.length === 0 ? undefined : type.join(' '),
    watermark: row.watermark ?? undefined,
  };
}

/** Whether the next reading of a query may begin at its mark. */
export function isReadOn(mark: SourceMark, now: Omit<SourceMark, 'watermark'>): boolean {
  return (
    mark.reading === now.reading &&
    (mark.type === undefined || mark.type === now.type) &&
    !mayHaveOtherTexts(mark, now)
  );
}

/** Whether the rows of a query may have other values than when it was read to a mark. */
export function mayHaveOtherTexts(mark: SourceMark, { texts }: Pick<SourceMark, 'texts'>): boolean {
  return mark.texts !== undefined && texts !== undefined && mark.texts !== texts;
}

/** Keeps how far a query was read. Only within the transaction that keeps what was read. */
export async function keepMark(
  session: Session,
  name: string,
  { reading, texts = '', type = '', watermark }: SourceMark,
  readAt: Instant,
): Promise<void> {
  const row = {
    name,
    // They follow each other, so that a store of an older version, which has the first, needs no migration.
    reading: `${reading} ${texts} ${type}`,
    watermark: watermark ?? null,
    read_at: formatInstant(readAt),
  };
  await session.db
    .insertInto('source_marks')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
