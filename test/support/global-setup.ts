import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';

/** What the test files are given: a template of each engine's database, to be copied for each test. */
export interface Templates {
  readonly embedded: { readonly empty: string; readonly migrated: string };
  /** Undefined where no server is at hand. */
  readonly postgresql:
    | { readonly adminUrl: string; readonly migrated: string; readonly prefix: string }
    | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

/** A database whose order of text and encoding never depend on the server's. */
export const EMPTY_DATABASE = "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";

/** Makes the templates once for all test files; what it gives back removes them and all their copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-templates-'));
  const adminUrl = process.env['TEST_DATABASE_URL'];
  const prefix = `payin_recon_test_${randomBytes(4).toString('hex')}`;
  const teardown = async () => {
    rmSync(folder, { recursive: true, force: true });
    if (adminUrl) await dropDatabases(adminUrl, prefix);
  };
  try {
    const embedded = await makeEmbedded(folder);
    const postgresql = adminUrl ? await makePostgres(adminUrl, prefix) : undefined;
    project.provide('templates', { embedded, postgresql });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function makeEmbedded(folder: string): Promise<Templates['embedded']> {
  const empty = join(folder, 'empty');
  const migrated = join(folder, 'migrated');
  await (await openEmbedded(empty)).close();
  cpSync(empty, migrated, { recursive: true });
  const store = await openEmbedded(migrated);
  await migrate(store);
  await store.close();
  return { empty, migrated };
}

async function makePostgres(adminUrl: string, prefix: string): Promise<Templates['postgresql']> {
  const migrated = `${prefix}_template`;
  await administer(adminUrl, `create database ${migrated} ${EMPTY_DATABASE}`);
  const store = await openPostgres(databaseUrl(adminUrl, migrated));
  await migrate(store);
  await store.close();
  return { adminUrl, migrated, prefix };
}

async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const found = await administer(adminUrl, 'select datname from pg_database');
  for (const { datname } of found) {
    if (!datname.startsWith(prefix)) continue;
    await administer(adminUrl, `drop database if exists ${datname} with (force)`);
  }
}

/** Runs one statement on the server as the user who may create databases. */
export async function administer(adminUrl: string, statement: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The server's URL with another database. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
