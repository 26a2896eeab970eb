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

/** The compiled code by its file: a process may open a database many times. */
const compiled = new Map<string, object>();

/**
 * Reads the engine's code from its package. PGlite would do so itself, but where it cannot, the process ends with an
 * error that nobody can catch.
 * @param folder the folder of its files
 * @throws Fault DATABASE_FAILED
 */
export async function readEngine(folder = engineFolder()): Promise<EngineCode> {
  try {
    const pgliteWasmModule = await compiledCode(join(folder, 'pglite.wasm'));
    return { pgliteWasmModule, fsBundle: new Blob([await readFile(join(folder, 'pglite.data'))]) };
  } catch (error) {
    throw new Fault('DATABASE_FAILED', {
      where: folder,
      found: `the code of the embedded engine cannot be read: ${(error as Error).message}`,
      remedy: 'Install payin-recon again; the database was left as it is.',
      cause: error,
    });
  }
}

async function compiledCode(path: string): Promise<object> {
  const code = compiled.get(path) ?? (await WebAssembly.compile(await readFile(path)));
  compiled.set(path, code);
  return code;
}

/** The folder of the package's files. */
export function engineFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
}
