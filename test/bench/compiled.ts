import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Address of a module of the compiled program in BENCH_PROGRAM; its path is that below src, with the ending js. */
export function compiled(path: string): string {
  return pathToFileURL(join(process.env['BENCH_PROGRAM']!, 'src', path)).href;
}

export const database: typeof import('../../src/database/open-store.ts') = await import(
  compiled('database/open-store.js')
);
export const instants: typeof import('../../src/normalise/instant.ts') = await import(
  compiled('normalise/instant.js')
);
export const loading: typeof import('../../src/settings/load-settings.ts') = await import(
  compiled('settings/load-settings.js')
);
