import { accessSync, constants, createReadStream, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { Fault } from '../errors.ts';
import { databaseFault } from './database-fault.ts';
import { stopOnAbort } from './embedded-abort.ts';
import { readEngine } from './embedded-engine.ts';
import {
  checkFolder,
  createFolder,
  damaged,
  fullFault,
  readFolder,
  removeLeftovers,
} from './embedded-folder.ts';
import { keepMarks } from './embedded-texts.ts';
import { DATA_FOLDER_REMEDY, folderFault } from './folder-fault.ts';
import { lockFolder } from './folder-lock.ts';
import type { BuiltQuery } from './literal-query.ts';
import { makeFolders } from './make-folders.ts';
import type { CopiedRows, Session, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { keepText, TEXT_TYPE_OIDS } from './type-parsers.ts';

/**
 * Opens the embedded PostgreSQL in a folder, which only one process at a time may use.
 * @param folder created if missing; `memory://` for a database in memory only
 * @throws Fault STORE_LOCKED, FOLDER_NOT_WRITABLE, SCHEMA_MISMATCH (another PostgreSQL made it), DATABASE_DAMAGED,
 *   DATABASE_FULL
 */
export async function openEmbedded(folder: string): Promise<Store> {
  const inMemory = folder.startsWith('memory://');
  const unlock = inMemory ? () => undefined : prepareFolder(folder);
  let database: PGlite;
  try {
    database = inMemory ? await openDatabase(folder) : await openFolder(join(folder, 'database'));
  } catch (error) {
    unlock();
    throw isOfRights(error) ? folderFault(error, folder) : error;
  }
  const session = sessionOf(database, inMemory ? undefined : join(folder, 'database'));
  const aborted = stopOnAbort(database);
  const withSession: Store['session'] = async (work) => {
    try {
      return await work(session);
    } catch (error) {
      throw embeddedFault(error, folder, aborted());
    }
  };
  return {
    engine: 'embedded',
    address: folder,
    session: withSession,
    apart: withSession,
    exclusively: (work) => work(),
    close: async () => {
      // After an abort there is nothing more to write; the next opening recovers the folder.
      if (aborted() === undefined) await database.close();
      unlock();
    },
  };
}

/** Whether files within a folder are another user's, as after a command that was run once by root. */
function isOfRights(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Opens a folder's database, creating it where there is none. */
async function openFolder(path: string): Promise<PGlite> {
  const found = readFolder(path);
  if (found !== undefined) checkFolder(path, found);
  removeLeftovers(path);
  if (found === undefined) await createFolder(path);
  removeCopies(path);
  try {
    return await openDatabase(path);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw fullFault(path, error) ?? damaged(path, `it does not start: ${(error as Error).message}`, error);
  }
}

async function openDatabase(path: string): Promise<PGlite> {
  const database = await PGlite.create(path, {
    ...(await readEngine()),
    // Rows lost in a power cut can be read again from the log files.
    relaxedDurability: true,
    parsers: Object.fromEntries(TEXT_TYPE_OIDS.map((oid) => [oid, keepText])),
  });
  keepMarks(database);
  await database.exec("set timezone = 'UTC'; set datestyle = 'ISO'");
  return database;
}

function embeddedFault(error: unknown, folder: string, abort: Error | undefined): unknown {
  if (error instanceof Fault) return error;
  if (abort !== undefined) {
    const found = `the embedded database gave up: ${abort.message}`;
    const remedy = 'Run the same command again; what was under way was not kept.';
    return (
      fullFault(folder, abort) ?? new Fault('DATABASE_FAILED', { where: folder, found, remedy, cause: abort })
    );
  }
  const fault = databaseFault(error, folder);
  if (fault instanceof Fault && fault.code === 'DATABASE_DAMAGED')
    return damaged(folder, [fault.detail.found ?? ''].flat().join('; '), error);
  return fault;
}

function prepareFolder(folder: string): () => void {
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return lockFolder(join(folder, 'lock'));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw folderFault(error, folder, DATA_FOLDER_REMEDY);
  }
}

function sessionOf(database: PGlite, folder: string | undefined): Session {
  return {
    db: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: database }) }),
    begin: async (mode) => {
      await database.exec(`begin ${mode}`);
    },
    script: async (text) => {
      await database.exec(text);
    },
    copyIn: async (table, columns, block, rows) => {
      const result = await database.query(
        `copy ${table} (${columns.join(', ')}) from '/dev/blob' (format binary)`,
        [],
        {
          blob: new Blob([block as Uint8Array<ArrayBuffer>]),
        },
      );
      if (result.affectedRows !== rows) {
        throw new Error(`COPY into ${table} counted ${result.affectedRows} rows of ${rows}`);
      }
    },
    copyOut: (query) => copyOut(database, folder, query),
  };
}

/** Where the engine sees the folder of its database. */
const SEEN_FOLDER = '/pglite/data';
const READ_BYTES = 256 * 1024;
const PREFIX = 'payin-recon-copy-';

/** The engine takes a file that it knows for one that is still there: each copy has a name of its own. */
let copies = 0;

/**
 * Gives a query's rows as {@link Session.copyOut} has them: the engine writes them into a file of its folder, and they are
 * read from there, so that they are never in memory at once.
 * @param folder of the database; undefined for one in memory, which has what it gives in memory too
 */
export async function copyOut(
  database: PGlite,
  folder: string | undefined,
  query: BuiltQuery,
): Promise<CopiedRows> {
  // It brings pg with it, which the embedded engine does not load unless it is asked for reports.
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

/** Removes what a process left in a folder of a database that was killed while it copied. */
function removeCopies(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) rmSync(join(folder, name));
}
