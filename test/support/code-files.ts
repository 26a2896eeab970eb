import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/database/package-root.ts';

/** Paths of files below a folder, relative to the repository's root, with `/` on every system; sorted. */
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

/** The text of a file in the repository. */
export function readCode(path: string): string {
  return readFileSync(join(packageRoot, path), 'utf8');
}

/** `path:line text` for every line that matches the pattern. */
export function linesWith(path: string, pattern: RegExp): string[] {
  return readCode(path)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []));
}
