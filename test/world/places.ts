/** Stores in which worlds are played: copies of a migrated one, which are gone afterwards. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { administer, databaseUrl, dropDatabase } from '../support/administer.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { findServerPrograms, startServer } from '../support/postgres-server.ts';
import type { Place } from './world.ts';

export type EngineName = 'embedded' | 'postgres';

export interface Places {
  begin(): Promise<Place & { remove(): Promise<void> }>;
  remove(): Promise<void>;
}

const newFolder = () => mkdtempSync(join(memoryFolder() ?? tmpdir(), 'payin-recon-world-'));
const gone = (folder: string) => rmSync(folder, { recursive: true, force: true });

export async function embeddedPlaces(): Promise<Places> {
  const template = newFolder();
  const store = await openEmbedded(template);
  await migrate(store).finally(store.close);
  return {
    begin: async () => {
      const cwd = newFolder();
      cpSync(template, join(cwd, '.payin-recon'), { recursive: true });
      return { cwd, environment: {}, isShared: false, remove: async () => gone(cwd) };
    },
    remove: async () => gone(template),
  };
}

const EMPTY = "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";

/** @param adminUrl of a server on which databases may be created */
export async function postgresPlaces(adminUrl: string): Promise<Places> {
  const prefix = `payin_recon_world_${process.pid}`;
  await administer(adminUrl, `create database ${prefix} ${EMPTY}`);
  const store = await openPostgres(databaseUrl(adminUrl, prefix));
  await migrate(store).finally(store.close);
  let count = 0;
  return {
    begin: async () => {
      count += 1;
      const name = `${prefix}_${count}`;
      const cwd = newFolder();
      await administer(adminUrl, `create database ${name} template ${prefix} strategy file_copy`);
      const remove = async () => {
        await dropDatabase(adminUrl, name);
        gone(cwd);
      };
      return { cwd, environment: { DATABASE_URL: databaseUrl(adminUrl, name) }, isShared: true, remove };
    },
    remove: () => dropDatabase(adminUrl, prefix).then(() => undefined),
  };
}

/** Places on a server that lasts as long as they do. */
export async function serverPlaces(): Promise<Places> {
  const programs = findServerPrograms();
  if (programs === undefined) throw new Error('no programs of a PostgreSQL server; use --engine embedded');
  const server = await startServer(programs, {}, memoryFolder());
  const places = await postgresPlaces(server.url).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return { ...places, remove: () => places.remove().finally(server.stop) };
}
