import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import { addressOrigin } from '../settings/secret.ts';
import type { SourceSettings } from '../settings/sources.ts';
import { findFiles } from './files/files-of-source.ts';
import { namedSources } from './read-sources.ts';

/** A source of the settings, and how far it was read. */
export interface ListedSource {
  readonly name: string;
  readonly from: 'files' | 'query';
  /** The paths, or where the address of the database is configured; never the address, which may hold a password. */
  readonly reads: string;
  /** For files: how many there are, also those still being written; null for a query. */
  readonly files: number | null;
  /** In UTC as PostgreSQL writes it; null if never. For files, the newest of those that exist. */
  readonly lastRead: string | null;
  /** How far a query is read, as PostgreSQL writes it; null for files. */
  readonly mark: string | null;
}

/** Lists the sources of the settings in their order; reads folders and the store, and no other database. */
export async function listSources(
  session: Session,
  settings: Settings,
  now: Instant,
): Promise<ListedSource[]> {
  const listed: ListedSource[] = [];
  for (const source of namedSources(settings)) {
    listed.push(
      source.query === undefined ? await listFiles(session, source, now) : await listQuery(session, source),
    );
  }
  return listed;
}

async function listQuery({ db }: Session, source: SourceSettings): Promise<ListedSource> {
  const mark = await db
    .selectFrom('source_marks')
    .select(['watermark', 'read_at'])
    .where('name', '=', source.name)
    .executeTakeFirst();
  return {
    name: source.name,
    from: 'query',
    reads: addressOrigin(source),
    files: null,
    lastRead: mark?.read_at ?? null,
    mark: mark?.watermark ?? null,
  };
}

async function listFiles({ db }: Session, source: SourceSettings, now: Instant): Promise<ListedSource> {
  const paths = source.paths ?? [];
  const { files } = await findFiles(paths, 0, now);
  const names = files.map(({ name }) => name);
  const { newest } = await db
    .selectFrom('sources')
    .select(({ fn }) => fn.max('read_at').as('newest'))
    .where('name', '=', sql<string>`any (${names}::text[])`)
    .executeTakeFirstOrThrow();
  return {
    name: source.name,
    from: 'files',
    reads: paths.join(', '),
    files: names.length,
    lastRead: newest,
    mark: null,
  };
}
