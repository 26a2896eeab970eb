import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and its parents where they are missing. Node's own `recursive` never ends below a folder that exists, such as
 * /proc, if the system says that what is to be made there does not.
 * @returns the first folder that was made; undefined if all existed
 * @throws the system's error
 */
export function makeFolders(folder: string): string | undefined {
  const path = resolve(folder);
  const parent = dirname(path);
  const first = existsSync(parent) ? undefined : makeFolders(parent);
  try {
    mkdirSync(path);
    return first ?? path;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return first;
    throw error;
  }
}
