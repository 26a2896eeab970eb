import { dirname, join } from 'node:path';
import { readCode } from '../test/support/code-files.ts';

export interface Import {
  /** Path of a file from the repository's root, or name of a package or Node module. */
  readonly target: string;
  readonly typeOnly: boolean;
  /** Undefined for a package or a Node module. */
  readonly area: string | undefined;
}

/** The imports of a TypeScript file, in order. */
export function importsOf(path: string): Import[] {
  const text = readCode(path);
  const found = text.matchAll(
    /^(import|export)( type)?\b[^;'"]*?from '([^']+)'|\bimport\(\s*'([^']+)'|^import '([^']+)'/gm,
  );
  return [...found].map(([, , type, from, dynamic, bare]) =>
    importOf(path, (from ?? dynamic ?? bare)!, type !== undefined),
  );
}

/** The area of a file: a folder of src, a file directly in src without its extension, or another top-level folder. */
export function areaOf(path: string): string {
  const [top, second] = path.split('/');
  return top === 'src' ? second!.replace(/\.tsx?$/, '') : top!;
}

function importOf(path: string, written: string, typeOnly: boolean): Import {
  if (!written.startsWith('.')) return { target: written, typeOnly, area: undefined };
  const target = join(dirname(path), written);
  return { target, typeOnly, area: areaOf(target) };
}
