import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { Fault } from '../errors.ts';
import { lockFolder } from './folder-lock.ts';
import type { Session, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { keepText, TEXT_TYPE_OIDS } from './type-parsers.ts';

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
    database = await PGlite.create(inMemory ? folder : join(folder, 'database'), {
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
