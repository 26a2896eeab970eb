import { dirname, join } from 'node:path';
import { readCode } from '../test/support/code-files.ts';

export interface Import {
  /** Path of a file from the repository's root, or name of a package or of a module of Node. */
  readonly target: string;
  readonly typeOnly: boolean;
  /** Undefined for a package or a module of Node. */
  readonly area: string | undefined;
}

/** What a TypeScript file imports, in the order of its text. */
export function importsOf(path: string): Import[] {
  const text = readCode(path);
  const found = text.matchAll(
    /^(import|export)( type)?\b[^;'"]*?from '([^']+)'|\bimport\(\s*'([^']+)'|^import '([^']+)'/gm,
  );
  return [...found].map(([, , type, from, dynamic, bare]) =>
    importOf(path, (from ?? dynamic ?? bare)!, type !== undefined),
  );
}

/** A folder of src, a file directly in src without its ending, or another folder at the top. */
export function areaOf(path: string): string {
  const [top, second] = path.split('/');
  return top === 'src' ? second!.replace(/\.ts$/, '') : top!;
}

function importOf(path: string, written: string, typeOnly: boolean): Import {
  if (!written.startsWith('.')) return { target: written, typeOnly, area: undefined };
  const target = join(dirname(path), written);
  return { target, typeOnly, area: areaOf(target) };
}
