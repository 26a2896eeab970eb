import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { Fault } from '../errors.ts';
import { lockFolder } from './folder-lock.ts';
import type { Session, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { keepText, TEXT_TYPE_OIDS } from './type-parsers.ts';

/** Lines of postgresql.conf: a batch needs no large cache, and the memory of this process is the user's. */
const CONFIGURATION = ['shared_buffers=16MB', 'autovacuum=off'];

/** V8 compiles the database's code simply and only where it runs: laying out runs once. */
const CREATION_FLAGS = ['--liftoff-only', '--wasm-lazy-compilation'];

/**
 * Opens the embedded PostgreSQL in a folder, which one process at a time may use.
 * @param folder created if missing; `memory://` for a database that nothing keeps
 * @throws Fault STORE_LOCKED, FOLDER_NOT_WRITABLE
 */
export async function openEmbedded(folder: string): Promise<Store> {
  const inMemory = folder.startsWith('memory://');
  const unlock = inMemory ? () => undefined : prepareFolder(folder);
  let database: PGlite;
  try {
    const path = inMemory ? folder : join(folder, 'database');
    if (!inMemory && !existsSync(join(path, 'PG_VERSION'))) await createDatabase(path);
    database = await PGlite.create(path, {
      // What a power cut takes can be read again from the files that were fed.
      relaxedDurability: true,
      parsers: Object.fromEntries(TEXT_TYPE_OIDS.map((oid) => [oid, keepText])),
    });
    await database.exec("set timezone = 'UTC'; set datestyle = 'ISO'");
  } catch (error) {
    unlock();
    throw error;
  }
  const session = sessionOf(database);
  return {
    engine: 'embedded',
    address: folder,
    session: (work) => work(session),
    exclusively: (work) => work(),
    close: async () => {
      await database.close();
      unlock();
    },
  };
}

function prepareFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    return lockFolder(join(folder, 'lock'));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('FOLDER_NOT_WRITABLE', { where: folder, found: (error as Error).message, cause: error });
  }
}

/** Lays out a new database aside and moves it to its place, so that a broken attempt leaves none. */
async function createDatabase(path: string): Promise<void> {
  const aside = `${path}.new`;
  rmSync(aside, { recursive: true, force: true });
  rmSync(path, { recursive: true, force: true });
  const program = fileURLToPath(new URL(`./create-embedded${extname(import.meta.url)}`, import.meta.url));
  await promisify(execFile)(process.execPath, [...CREATION_FLAGS, program, aside, ...CONFIGURATION]);
  renameSync(aside, path);
}

function sessionOf(database: PGlite): Session {
  return {
    db: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: database }) }),
    script: async (text) => {
      await database.exec(text);
    },
    copyIn: async (table, columns, block, rows) => {
      const result = await database.query(`copy ${table} (${columns.join(', ')}) from '/dev/blob'`, [], {
        blob: new Blob([block as Uint8Array<ArrayBuffer>]),
      });
      if (result.affectedRows !== rows) {
        throw new Error(`COPY into ${table} counted ${result.affectedRows} rows of ${rows}`);
      }
    },
  };
}
