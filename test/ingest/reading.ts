import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../src/database/store.ts';
import { type IngestRequest, ingest, type SourceResult } from '../../src/ingest/ingest.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';

export const READ_AT: Instant = { seconds: 1_795_176_000, micros: 0 };

/** Writes a file and gives its path. */
export function write(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join('');

/** Ingests paths with settings of their defaults, unless others are given. */
export function read(
  store: Store,
  paths: readonly string[],
  { settings = parseSettings({}), ...request }: Partial<IngestRequest> & { settings?: Settings } = {},
): Promise<SourceResult[]> {
  return ingest(store, settings, { paths, readAt: READ_AT, ...request });
}

/** A source's counts as one short text: `records = accepted + duplicate + rejected`. */
export function counts({ records, accepted, duplicate, rejected, unchanged }: SourceResult): string {
  return unchanged ? 'unchanged' : `${records} = ${accepted} + ${duplicate} + ${rejected}`;
}

export interface StoredReject {
  readonly name: string;
  readonly line: string;
  readonly reason: string;
  readonly detail: string;
}

export async function rejects(store: Store): Promise<StoredReject[]> {
  return store.session(({ db }) =>
    db
      .selectFrom('rejects')
      .innerJoin('sources', 'sources.source_id', 'rejects.source_id')
      .select(['sources.name', 'rejects.line', 'rejects.reason', 'rejects.detail'])
      .orderBy('rejects.source_id')
      .orderBy('rejects.line')
      .execute(),
  );
}

const EVIDENCE = ['sources', 'rejects', 'pay_ins', 'callbacks', 'violations'] as const;

/** How many rows each table of evidence has. */
export async function rowCounts(store: Store): Promise<Record<string, number>> {
  return store.session(async ({ db }) => {
    const found: Record<string, number> = {};
    for (const table of EVIDENCE) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
        db,
      );
      found[table] = rows[0]!.n;
    }
    return found;
  });
}

/** What was kept of the records, in a fixed order, but for where each was first read. */
export async function evidence(store: Store): Promise<Record<string, unknown[]>> {
  return store.session(async ({ db }) => {
    const found: Record<string, unknown[]> = {};
    for (const table of ['pay_ins', 'callbacks', 'violations'] as const) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} order by order_no, logged_at, digest`.execute(db);
      found[table] = rows
        .map(({ source_id: _source, line: _line, amended_by: _amended, ...kept }) => JSON.stringify(kept))
        .sort()
        .map((text) => JSON.parse(text));
    }
    return found;
  });
}
