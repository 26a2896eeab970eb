import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault } from '../errors.ts';
import { SIGNATURE_FUNCTIONS, type Signatures } from './signatures.ts';

/** The setting `signatures.module` where nothing is signed or checked. */
const NO_SIGNATURES = 'none';

/**
 * Loads the functions that sign and check messages; undefined for `none`. A module exports the four functions by name,
 * or an object with them as its default.
 * @param module the setting signatures.module: `none`, or a path from the working directory
 * @throws Fault SIGNATURES_UNUSABLE
 */
export async function loadSignatures(
  module: string,
  workingDirectory: string,
): Promise<Signatures | undefined> {
  if (module === NO_SIGNATURES) return undefined;
  const path = resolve(workingDirectory, module);
  let loaded: Record<string, unknown>;
  try {
    loaded = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw new Fault('SIGNATURES_UNUSABLE', { where: path, found: reasonOf(error, path), cause: error });
  }
  const functions = Object(loaded['default'] ?? loaded) as Record<string, unknown>;
  const missing = SIGNATURE_FUNCTIONS.filter((name) => typeof functions[name] !== 'function');
  if (missing.length > 0) {
    throw new Fault('SIGNATURES_UNUSABLE', {
      where: path,
      found: `no function ${missing.join(', ')}`,
      expected: `functions ${SIGNATURE_FUNCTIONS.join(', ')}, exported by name or as the default`,
    });
  }
  return functions as Record<keyof Signatures, never>;
}

/** Node names the importing file too, which is one of this program. */
function reasonOf(error: unknown, path: string): string {
  const { message } = error as Error;
  const [missing = '', ...importedFrom] = message.split(' imported from ');
  return importedFrom.length > 0 && missing.includes(path) ? missing : message;
}
