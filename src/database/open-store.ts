import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Settings } from '../settings.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';

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
  if (settings.databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres-store.ts');
    return openPostgres(settings.databaseUrl);
  }
  // Database and program share one process here: a heap that is collected sooner keeps both in 400 MB.
  setFlagsFromString('--optimize-for-size');
  const { openEmbedded } = await import('./embedded-store.ts');
  const folder = settings.data.startsWith('memory://')
    ? settings.data
    : resolve(workingDirectory, settings.data);
  return openEmbedded(folder);
}
