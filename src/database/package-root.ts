import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of package.json and sql/, whether the code runs from src/ or from dist/src/. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The version of the program that runs, as package.json stated it when it started. */
export const programVersion: string = readVersion();

/** The version that package.json states now. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
}

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
