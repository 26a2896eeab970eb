import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Progress } from '../progress.ts';
import type { Settings } from '../settings/schema.ts';
import { databaseAddress } from '../settings/secret.ts';
import { checkSchema, migrate } from './migrate.ts';
import type { Session, Store } from './store.ts';

const EMBEDDED_FLAGS = ['--optimize-for-size', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * Opens the database of the settings and migrates it. It may stay open for weeks, as beside a page: once a newer version of
 * the program has migrated a server's database, what would change it ends with SCHEMA_MISMATCH.
 */
export async function openStore(
  settings: Settings,
  workingDirectory: string,
  progress?: Progress,
): Promise<Store> {
  const store = await connect(settings, workingDirectory);
  try {
    await migrate(store, progress);
  } catch (error) {
    await store.close();
    throw error;
  }
  // Nobody else can open an embedded store meanwhile.
  if (store.engine === 'embedded') return store;
  const check = (session: Session) => checkSchema(session, store.address);
  return {
    ...store,
    checkSchema: check,
    exclusively: (work) =>
      store.exclusively(async () => {
        await store.session(check);
        return work();
      }),
  };
}

/** Opens the database of the settings without migrating it. */
export async function connect(settings: Settings, workingDirectory: string): Promise<Store> {
  // Only the engine in use is loaded, because loading takes time.
  const address = await databaseAddress(settings, workingDirectory);
  if (address !== undefined) {
    const { openPostgres } = await import('./postgres-store.ts');
    return openPostgres(address.url, address.origin);
  }
  // Database and program share one process here. Earlier garbage collection, and no optimising compiler for
  // the database's code (it takes half a gigabyte for its largest function), keep both in 400 MB.
  for (const flag of EMBEDDED_FLAGS) setFlagsFromString(flag);
  const { openEmbedded } = await import('./embedded-store.ts');
  const folder = settings.data.startsWith('memory://')
    ? settings.data
    : resolve(workingDirectory, settings.data);
  return openEmbedded(folder);
}
