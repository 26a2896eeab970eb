import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The lines of all logs of a folder, packed or not, in the order of the names of their files. */
export function loggedLines(folder: string, prefix = ''): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /\.ndjson(\.gz)?$/.test(name))
    .sort()
    .flatMap((name) => linesOf(join(folder, name)));
}

/** The lines of a log, packed or not; fails if its last line is not whole. */
export function linesOf(path: string): string[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`the last line of ${path} is cut off`);
  return text.split('\n').slice(0, -1);
}
