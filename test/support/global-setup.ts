import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { administer, databaseUrl, dropDatabase } from './administer.ts';
import { clusterServers, makeClusterDatabase, sealTemplate } from './citus-cluster.ts';

/** Passed to the test files: a template database for each engine, which each test copies. */
export interface Templates {
  /** A folder that is removed when all tests have ended. */
  readonly folder: string;
  readonly embedded: { readonly empty: string; readonly migrated: string };
  /** Undefined if there is no server. */
  readonly postgresql: ServerTemplates | undefined;
}

export interface ServerTemplates {
  readonly adminUrl: string;
  /** The servers for databases: one server, or the coordinator and workers of a Citus cluster. */
  readonly servers: readonly string[];
  /** The template clause of `create database`. */
  readonly empty: string;
  readonly migrated: string;
  /** Prefix of the names of all databases of this test run. */
  readonly prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

/** A database whose collation and encoding do not depend on the server's. */
export const EMPTY_DATABASE = "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";

/** A copy of the template's files takes a third of the time that a copy by way of the server's log takes. */
export const COPIED = 'strategy file_copy';

/**
 * Creates the templates once for all test files. The returned function removes them and all their copies. If
 * TEST_CITUS_URL names a database on a Citus coordinator that knows its workers, the PostgreSQL tests run on that
 * cluster.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Unit tests open no database.
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return async () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-templates-'));
  const citusUrl = process.env['TEST_CITUS_URL'] || undefined;
  const adminUrl = citusUrl ?? process.env['TEST_DATABASE_URL'];
  const servers = citusUrl ? await clusterServers(citusUrl) : adminUrl ? [adminUrl] : [];
  const prefix = `payin_recon_test_${randomBytes(4).toString('hex')}`;
  const teardown = async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const server of servers) await dropDatabases(server, prefix);
  };
  try {
    const embedded = await makeEmbedded(folder);
    const make = citusUrl ? makeCluster : makePostgres;
    const postgresql = adminUrl ? await make(adminUrl, servers, prefix) : undefined;
    project.provide('templates', { folder, embedded, postgresql });
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

async function makePostgres(
  adminUrl: string,
  servers: readonly string[],
  prefix: string,
): Promise<ServerTemplates> {
  const migrated = `${prefix}_template`;
  await administer(adminUrl, `create database ${migrated} ${EMPTY_DATABASE}`);
  await migrateDatabase(databaseUrl(adminUrl, migrated));
  return { adminUrl, servers, empty: EMPTY_DATABASE, migrated: `template ${migrated} ${COPIED}`, prefix };
}

/** On a cluster, a database is one on each server, so copying a template on each server gives a new cluster. */
async function makeCluster(
  adminUrl: string,
  servers: readonly string[],
  prefix: string,
): Promise<ServerTemplates> {
  const [empty, migrated] = [`${prefix}_empty`, `${prefix}_template`];
  for (const name of [empty, migrated]) await makeClusterDatabase(servers, name, EMPTY_DATABASE);
  await migrateDatabase(databaseUrl(adminUrl, migrated));
  for (const name of [empty, migrated]) await sealTemplate(servers, name);
  return { adminUrl, servers, empty: `template ${empty}`, migrated: `template ${migrated}`, prefix };
}

async function migrateDatabase(url: string): Promise<void> {
  const store = await openPostgres(url);
  await migrate(store);
  await store.close();
}

async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const found = await administer(adminUrl, 'select datname from pg_database');
  for (const { datname } of found) {
    if (!datname.startsWith(prefix)) continue;
    await dropDatabase(adminUrl, datname);
  }
}
