import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Fault } from '../errors.ts';

/** Of the runtime; its types come with those of a browser only. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> };

/** What the embedded engine runs: its code, and the files that it brings along. */
export interface EngineCode {
  readonly pgliteWasmModule: object;
  readonly fsBundle: Blob;
}

/**
 * Reads the engine's code from its package. PGlite would do so itself, but where it cannot, the process ends with an
 * error that nobody can catch.
 * @param folder the folder of its files
 * @throws Fault DATABASE_FAILED
 */
export async function readEngine(folder = engineFolder()): Promise<EngineCode> {
  try {
    const code = await readFile(join(folder, 'pglite.wasm'));
    const files = await readFile(join(folder, 'pglite.data'));
    return { pgliteWasmModule: await WebAssembly.compile(code), fsBundle: new Blob([files]) };
  } catch (error) {
    throw new Fault('DATABASE_FAILED', {
      where: folder,
      found: `the code of the embedded engine cannot be read: ${(error as Error).message}`,
      remedy: 'Install payin-recon again; the database was left as it is.',
      cause: error,
    });
  }
}

function engineFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
}
