import type { Settings } from '../../settings/schema.ts';
import { readColumns } from '../csv/column-plan.ts';
import { detectDialect } from '../csv/dialect.ts';

/** How the records of a source are written: a JSON object a line, or a row under named columns. */
export type SourceFormat = 'lines' | 'csv';

const PACKED = /\.(gz|zst)$/i;
const CSV_FILE = /\.(csv|tsv)$/i;
const LOG_FILE = /\.(ndjson|jsonl|log)$/i;

/** What a header row may come to at most, when a source's name does not tell its format. */
const SNIFFED_BYTES = 65_536;

/** The format that a file's name tells, packed or not; undefined for any other name. */
export function formatByName(name: string): SourceFormat | undefined {
  const plain = name.replace(PACKED, '');
  if (CSV_FILE.test(plain)) return 'csv';
  return LOG_FILE.test(plain) ? 'lines' : undefined;
}

/** Whether a file holds lines as they are, which can be read while more are added. */
export function isPlainLines(name: string): boolean {
  return LOG_FILE.test(name);
}

/** The format of a source: by its name, else CSV if its first line names columns that are known. */
export async function sniffFormat(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  settings: Settings,
): Promise<{ readonly format: SourceFormat; readonly chunks: AsyncIterable<Uint8Array> }> {
  const named = formatByName(name);
  if (named !== undefined) return { format: named, chunks };
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let first = '';
  let bytes = 0;
  while (!first.includes('\n') && bytes < SNIFFED_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    // A chunk's memory may be used again by its stream.
    const chunk = Uint8Array.prototype.slice.call(next.value);
    taken.push(chunk);
    bytes += chunk.length;
    first = Buffer.concat(taken).toString('utf8');
  }
  const line = first.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '';
  return { format: hasHeader(line, name, settings) ? 'csv' : 'lines', chunks: joined(taken, iterator) };
}

function hasHeader(line: string, name: string, settings: Settings): boolean {
  if (line.trimStart().startsWith('{')) return false;
  const knownOf = (names: readonly string[]) => {
    const { containers, fields } = readColumns(names, name, settings).plan;
    return containers.length + fields.length;
  };
  return knownOf(detectDialect(line, settings, knownOf).names) > 0;
}

async function* joined(
  taken: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* taken;
  try {
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
