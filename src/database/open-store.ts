import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Settings } from '../settings/schema.ts';
import { databaseAddress } from '../settings/secret.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';

const EMBEDDED_FLAGS = ['--optimize-for-size', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Opens the database that the settings name and brings its layout up to date. */
export async function openStore(settings: Settings, workingDirectory: string): Promise<Store> {
  const store = await connect(settings, workingDirectory);
  try {
    await migrate(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Opens the database that the settings name, as it is. */
export async function connect(settings: Settings, workingDirectory: string): Promise<Store> {
  // Only the engine in use is loaded: each costs a start of its own.
  const address = await databaseAddress(settings, workingDirectory);
  if (address !== undefined) {
    const { openPostgres } = await import('./postgres-store.ts');
    return openPostgres(address.url, address.origin);
  }
  // Database and program share one process here. A heap that is collected sooner, and no optimising compiler for
  // the database's code (it takes half a gigabyte for its largest function), keep both in 400 MB.
  for (const flag of EMBEDDED_FLAGS) setFlagsFromString(flag);
  const { openEmbedded } = await import('./embedded-store.ts');
  const folder = settings.data.startsWith('memory://')
    ? settings.data
    : resolve(workingDirectory, settings.data);
  return openEmbedded(folder);
}
