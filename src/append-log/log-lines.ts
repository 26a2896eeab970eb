import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/**
 * The lines of a log, packed or not. Only a line feed ends a line: the other line ends of Unicode may be in a text, and
 * JSON does not escape them.
 * @throws errors of the file system, and of a packed file that is damaged
 */
export async function* logLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  // An error of the file reaches the loop through the unpacked stream.
  const bytes = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file;
  let rest = '';
  for await (const text of bytes.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
