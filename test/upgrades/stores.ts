/** Stores that earlier programs made, see make-store.ts. Each is named by the newest migration that it has. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const LOGS = fileURLToPath(new URL('logs', import.meta.url));
export const STORES = fileURLToPath(new URL('stores', import.meta.url));
export const STORE_DUMP = 'store.sql.gz';
export const FOLDER_ARCHIVE = 'folder.tar.zst';

/** Since this migration programs read statements, and the kept stores have some. */
export const WITH_STATEMENTS = '000036';

/** Newest last. */
export function keptStores(): string[] {
  return readdirSync(STORES).sort();
}
