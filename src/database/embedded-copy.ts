import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { BuiltQuery } from './literal-query.ts';
import type { CopiedRows } from './store.ts';

/** Path of the database's folder inside the engine. */
const SEEN_FOLDER = '/pglite/data';
const READ_BYTES = 256 * 1024;
const PREFIX = 'payin-recon-copy-';

/** The engine caches files by name, so each copy needs a name of its own. */
let copies = 0;

/**
 * A query's rows as in {@link Session.copyOut}: the engine writes them into a file of its folder, and they are
 * read from there, so that they are never in memory all at once.
 * @param folder of the database; undefined for one in memory, whose copies are in memory too
 */
export async function copyOut(
  database: PGlite,
  folder: string | undefined,
  query: BuiltQuery,
): Promise<CopiedRows> {
  // It loads pg, which the embedded engine needs only for reports.
  const { literalSql } = await import('./literal-query.ts');
  const text = literalSql(query);
  const { fields } = await database.query(`select * from (${text}) as described limit 0`);
  const copyTo = (target: string) => database.query(`copy (${text}) to '${target}' (format binary)`);
  return {
    fields: fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
    chunks: () => (folder === undefined ? fromMemory(copyTo) : fromFile(copyTo, folder)),
  };
}

type CopyTo = (target: string) => ReturnType<PGlite['query']>;

async function* fromFile(copyTo: CopyTo, folder: string): AsyncGenerator<Buffer> {
  copies += 1;
  const name = `${PREFIX}${copies}`;
  const path = join(folder, name);
  try {
    await copyTo(`${SEEN_FOLDER}/${name}`);
    yield* createReadStream(path, { highWaterMark: READ_BYTES });
  } finally {
    rmSync(path, { force: true });
  }
}

async function* fromMemory(copyTo: CopyTo): AsyncGenerator<Buffer> {
  const { blob } = await copyTo('/dev/blob');
  for await (const chunk of blob!.stream()) yield Buffer.from(chunk);
}

/** Removes files left in a database's folder by a process that was killed while it copied. */
export function removeCopies(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) rmSync(join(folder, name));
}
