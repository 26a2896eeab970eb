import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';

/** Paths of files below a folder, from the repository's root, with `/` on every machine; sorted. */
export function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(packageRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(packageRoot.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** Text of a file of the repository. */
export function readCode(path: string): string {
  return readFileSync(join(packageRoot, path), 'utf8');
}

/** `path:line text` of every line in which the pattern is found. */
export function linesWith(path: string, pattern: RegExp): string[] {
  return readCode(path)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []));
}
