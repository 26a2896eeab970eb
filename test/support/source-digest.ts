import { createHash, type Hash } from 'node:crypto';
import { filesBelow, readCode } from './code-files.ts';

const SOURCES = ['src', 'sql', 'reports', 'jobs'];

let whole: Hash | undefined;

/**
 * SHA-256 of the program's sources and of a text: choices by it are the same on every machine, and others with each change of
 * the program.
 */
export function sourceDigest(text = ''): Buffer {
  whole ??= SOURCES.flatMap((folder) => filesBelow(folder, /\.(ts|tsx|sql)$/)).reduce(
    (hash, path) => hash.update(`${path}\n${readCode(path)}\n`),
    createHash('sha256'),
  );
  return whole.copy().update(text).digest();
}
